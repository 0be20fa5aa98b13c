import type { World } from "../../session/index.ts";
import { type Attribution, attribute, type Made, type Numbers } from "../../session/index.ts";
import { type Change, changesBetween } from "./changes.ts";
import { type Measured, measure } from "./measure.ts";
import { type Parts, type Piece, partsOf } from "./parts.ts";
import type { Side } from "./side.ts";

/** One scenario that both programs have. */
export interface Compared {
  readonly name: string;
  readonly before: Measured;
  readonly after: Measured;
  /** Null where nothing of it differs. */
  readonly attribution: Attribution | null;
}

export interface Comparison {
  readonly before: string;
  readonly after: string;
  /** Whether the texts are the same, character by character. */
  readonly identical: boolean;
  readonly changes: readonly Change[];
  /** Statements that only ask (`show`, `plot`, `explain`, `expect`) differ. */
  readonly asksOtherwise: boolean;
  readonly scenarios: readonly Compared[];
  /** Scenarios that one side alone has an answer for; of those that lost it, why. */
  readonly onlyBefore: readonly { readonly name: string; readonly why: string | null }[];
  readonly onlyAfter: readonly string[];
}

/** What changed between two programs, and what each change does to their scenarios. A text that does not parse is a sentence. */
export function compare(before: Side, after: Side): Comparison | { readonly problem: string } {
  const [a, b] = [partsOf(before.name, before.text), partsOf(after.name, after.text)];
  const broken = a === null ? before.name : b === null ? after.name : null;
  if (!a || !b) return { problem: `${broken} does not parse; \`dtp run\` says why` };
  const mixed = mixing(before, after);
  const first = measure(a.pieces, mixed.world(new Set()));
  const last = measure(b.pieces, mixed.world(null));
  const changes = [...changesBetween(a.pieces, b.pieces), ...importedChanges(mixed)];
  const at = remembered(a, changes, mixed);
  const scenarios = [...last.answers].flatMap(([name, measured]): readonly Compared[] => {
    const was = first.answers.get(name);
    if (!was) return [];
    const attribution = same(was.numbers, measured.numbers)
      ? null
      : attribute(changes.length, (made) => at(made).get(name)?.numbers ?? null);
    return [{ name, before: was, after: measured, attribution }];
  });
  return {
    before: before.name,
    after: after.name,
    identical: before.text === after.text && changes.length === 0,
    changes,
    asksOtherwise: a.verbs.join("\n") !== b.verbs.join("\n"),
    scenarios,
    onlyBefore: [...first.answers.keys()]
      .filter((name) => !last.answers.has(name))
      .map((name) => ({ name, why: last.refusals.get(name) ?? last.refusals.get("") ?? null })),
    onlyAfter: [...last.answers.keys()].filter((name) => !first.answers.has(name)),
  };
}

function same(a: Numbers, b: Numbers): boolean {
  return Object.keys(b).every((name) => a[name] === b[name]);
}

/** The first program with some of the changes made, each measured once. */
function remembered(
  before: Parts,
  changes: readonly Change[],
  mixed: Mixing,
): (made: Made) => ReadonlyMap<string, Measured> {
  const known = new Map<string, ReadonlyMap<string, Measured>>();
  return (made) => {
    const key = made.map(Number).join("");
    const ready = known.get(key);
    if (ready) return ready;
    const pieces = new Map<string, Piece>(before.pieces);
    const files = new Set<string>();
    for (const [i, change] of changes.entries()) {
      if (!made[i]) continue;
      change.apply(pieces);
      if (change.key.startsWith(IMPORTED)) files.add(change.key.slice(IMPORTED.length));
    }
    const measured = measure(pieces, mixed.world(files)).answers;
    known.set(key, measured);
    return measured;
  };
}

const IMPORTED = "file ";

/** Files of the project that both programs import and that differ: each is one change. */
function importedChanges({ differing }: Mixing): readonly Change[] {
  return differing().map((name) => ({ key: `${IMPORTED}${name}`, label: `${name}: changed`, apply() {} }));
}

interface Mixing {
  /** A world that reads some imported files as the second program does, the others as the first; null: all as the second. */
  world(files: ReadonlySet<string> | null): World;
  /** Files that were read with one text by the first and another by the second. */
  differing(): readonly string[];
}

function mixing(before: Side, after: Side): Mixing {
  const texts = [new Map<string, string>(), new Map<string, string>()] as const;
  return {
    world: (files) => ({
      ...after.world,
      read(specifier, from) {
        const old = files === null ? null : before.world.read(specifier, from);
        const now = after.world.read(specifier, from);
        if (old && "text" in old) texts[0].set(old.name, old.text);
        if ("text" in now) texts[1].set(now.name, now.text);
        const key = "text" in now ? now.name : specifier;
        return old === null || files?.has(key) ? now : old;
      },
    }),
    differing: () =>
      [...texts[1]].flatMap(([name, text]) => ((texts[0].get(name) ?? text) === text ? [] : [name])),
  };
}
