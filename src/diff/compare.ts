import type { Diagnostic } from "../dsl/diagnostics/index.ts";
import { type Attribution, attribute, type Made, type Numbers, type World } from "../session/index.ts";
import { type Answer, answersOf, bestOf, rankingOf } from "./answers.ts";
import { type Change, changesBetween } from "./changes.ts";
import type { Compared } from "./compared.ts";
import { importedChanges, mixing } from "./imports.ts";
import type { Measured, Outcome } from "./measure.ts";
import { mistakesIn } from "./mistakes.ts";
import { type Parts, partsOf } from "./parts.ts";
import type { Point } from "./point.ts";
import { type Programs, programsBetween } from "./programs.ts";
import { reachIn } from "./reach.ts";
import { settingChanges } from "./settings.ts";
import type { Side } from "./side.ts";

/** An answer with a value in the second program that no value of the first can be compared with. */
export interface Gained {
  readonly answer: Answer;
  readonly also: readonly string[];
  readonly now: Measured;
  /**
   * Reason why the first program has no comparable value: the answer is `new`, the first program `refused` it
   * (it gave no result, for the reason `why`), or its table has none of the same rows (`other rows`).
   */
  readonly how: "new" | "refused" | "other rows";
  readonly why: string | null;
}

/** Names of answers without a value in the second program, grouped by reason. */
export interface Unanswered {
  readonly names: readonly string[];
  /** Reason why the second program gives no result. null where it does not have the answer. */
  readonly why: string | null;
}

export interface Comparison {
  readonly before: string;
  readonly after: string;
  /**
   * Program whose file does not exist: the first (`before`) or the second (`after`). null where both exist.
   */
  readonly absent: "before" | "after" | null;
  /**
   * True where both program texts are equal character by character, and so are all imported project files.
   */
  readonly identical: boolean;
  readonly changes: readonly Change[];
  /**
   * True where the programs differ in statements that only show results (`show`, `plot`, `explain`,
   * `expect`).
   */
  readonly asksOtherwise: boolean;
  /** Errors in the second program's definitions. */
  readonly mistakes: readonly Diagnostic[];
  readonly compared: readonly Compared[];
  /**
   * Names of answers with equal results in both programs, even where a change affects a definition that they
   * read.
   */
  readonly same: readonly string[];
  readonly lost: readonly Unanswered[];
  /** Names of tables with too many rows to compare. */
  readonly long: readonly string[];
  /**
   * Answers without a result in both programs, because of an error or a search that finds nothing, grouped by
   * the second program's reason.
   */
  readonly refused: readonly Unanswered[];
  readonly gained: readonly Gained[];
}

/**
 * Comparison of two programs: their changes, and the effect of each on the answers. Where a program does not
 * parse, the diagnostics of the first such program instead.
 */
export function compare(
  before: Side,
  after: Side,
  progress?: World["progress"],
): Comparison | { readonly of: Side; readonly diagnostics: readonly Diagnostic[] } {
  const [a, b] = [partsOf(before.name, before.text), partsOf(after.name, after.text)];
  if ("diagnostics" in a) return { of: before, diagnostics: a.diagnostics };
  if ("diagnostics" in b) return { of: after, diagnostics: b.diagnostics };
  const mixed = mixing(before, after, progress);
  const reach = reachIn(a.pieces, b.pieces);
  // Check both programs first: checking also reads their imports, which the comparison needs.
  const [, mistakes] = [
    mistakesIn(before, a, mixed.world(new Set()), reach),
    mistakesIn(after, b, mixed.world(null), reach),
  ];
  const changes = [...changesBetween(a.pieces, b.pieces), ...importedChanges(mixed)];
  const programs = programsBetween(a.pieces, b.pieces, changes, mixed, reach);
  const [none, all] = [changes.map(() => false), changes.map(() => true)];
  const answers = answersOf(a, b, reach);
  const isIn = (parts: Parts, { owner, name }: Answer): boolean =>
    owner === null ? parts.shown.includes(name) : parts.pieces.has(owner);
  /**
   * Key of the search whose best row an answer is, if it is the same search in both programs. null otherwise.
   */
  const bestIn = ({ owner }: Answer): string | null => {
    if (owner === null) return null;
    const search = bestOf(b.pieces, owner);
    return search === bestOf(a.pieces, owner) ? search : null;
  };

  /**
   * True where an answer can be compared: a table, or a scenario that has a value and reads no table. A `let`
   * that reads a table is not evaluated, because tables take long and the `let` may be a plain number.
   */
  const isAnswer = (answer: Answer, made: Made): boolean =>
    answer.form !== "scenario" ||
    (programs.tables(answer) === "none" && programs.at(answer, made).kind === "measured");

  const compared: Compared[] = [];
  const found = new Verdicts();
  for (const answer of answers) {
    if (bestIn(answer) !== null) continue;
    const also = answers.flatMap((one) => (bestIn(one) === answer.name ? [one.name] : []));
    const names = [answer.name, ...also];
    const [had, has] = [isIn(a, answer), isIn(b, answer)];
    const causes = programs.reaching(answer);
    if (!has) {
      // A scenario written inside a `show` has no definition, so it cannot be reported as removed.
      if (answer.owner !== null && isAnswer(answer, none)) found.lose(null, names);
      continue;
    }
    if (had && causes.length === 0) {
      if (isAnswer(answer, all)) found.same.push(...names);
      continue;
    }
    const now = programs.at(answer, all);
    if (now.kind === "other") continue;
    const was = had ? programs.at(answer, none) : null;
    const pair = found.sort({ answer, also, names, was, now });
    if (pair === null) continue;
    compared.push({
      ...{ answer, also, before: pair.was, after: pair.now, causes },
      aims: rankingOf(b.pieces, answer.owner).aims,
      attribution: sharedOut(answer, [pair.was, pair.now], causes, changes.length, programs),
      asBefore: asBefore(answer, pair.was, pair.now, programs),
    });
  }
  return {
    before: before.name,
    after: after.name,
    absent: before.absent ? "before" : after.absent ? "after" : null,
    identical: before.text === after.text && changes.length === 0,
    changes,
    asksOtherwise: a.verbs.join("\n") !== b.verbs.join("\n"),
    mistakes,
    compared,
    ...found.lists(),
  };
}

/** Results of one answer in both programs. `was` is null where the first program lacks the answer. */
interface Measurements {
  readonly answer: Answer;
  /** Names of answers that only repeat this one, such as the `let` of a search's best plan. */
  readonly also: readonly string[];
  readonly names: readonly string[];
  readonly was: Outcome | null;
  readonly now: Outcome;
}

/**
 * Answers that need no attribution to changes, sorted by verdict: unchanged, too long, lost, refused or
 * gained.
 */
class Verdicts {
  readonly same: string[] = [];
  readonly #long: string[] = [];
  readonly #lost = new Map<string | null, string[]>();
  readonly #refused = new Map<string | null, string[]>();
  readonly #gained: Gained[] = [];

  lose(why: string | null, names: readonly string[]): void {
    note(this.#lost, why, names);
  }

  /**
   * Puts an answer into the list of its verdict and returns null. Where both results exist and differ, it
   * returns them instead, so that the difference can be attributed.
   */
  sort({
    answer,
    also,
    names,
    was,
    now,
  }: Measurements): { readonly was: Measured; readonly now: Measured } | null {
    if (now.kind === "long" || was?.kind === "long") this.#long.push(...names);
    else if (now.kind === "refused")
      note(was?.kind === "refused" ? this.#refused : this.#lost, now.why, names);
    else if (now.kind !== "measured") return null;
    else if (was?.kind === "refused") this.#gained.push({ answer, also, now, how: "refused", why: was.why });
    else if (was?.kind !== "measured") this.#gained.push({ answer, also, now, how: "new", why: null });
    else if (!alike(was, now)) this.#gained.push({ answer, also, now, how: "other rows", why: null });
    else if (isSame(was, now)) this.same.push(...names);
    else return { was, now };
    return null;
  }

  lists(): Pick<Comparison, "same" | "long" | "lost" | "refused" | "gained"> {
    const grouped = (found: ReadonlyMap<string | null, readonly string[]>): readonly Unanswered[] =>
      [...found].map(([why, names]) => ({ why, names }));
    return {
      same: this.same,
      long: this.#long,
      lost: grouped(this.#lost),
      refused: grouped(this.#refused),
      gained: this.#gained,
    };
  }
}

const note = (where: Map<string | null, string[]>, why: string | null, names: readonly string[]): unknown =>
  where.set(why, [...(where.get(why) ?? []), ...names]);

/** True where two results have at least one row with the same key. */
const alike = (before: Measured, after: Measured): boolean =>
  after.points.some(({ key }) => before.points.some((point) => point.key === key));

function isSame(before: Measured, after: Measured): boolean {
  const pointText = ({ key, numbers, settings, why }: Point): string =>
    JSON.stringify([key, numbers, [...settings.values()].map(({ written }) => written), why]);
  return before.points.map(pointText).join("\n") === after.points.map(pointText).join("\n");
}

/**
 * Limits on the evaluations of a table that an attribution may take, counted once per compared row. Above
 * `everyOrder` the changes are made only in written order; above `writtenOrder` there is no attribution.
 */
const MOST_TABLES = {
  "all plans": { everyOrder: 8, writtenOrder: 16 },
  lists: { everyOrder: 128, writtenOrder: 128 },
} as const;

/** Attribution of an answer's difference to the changes that affect it. null where it would take too long. */
function sharedOut(
  answer: Answer,
  ends: readonly [Measured, Measured],
  causes: readonly number[],
  count: number,
  programs: Programs,
): Attribution | null {
  const at = (made: Made): Numbers | null => {
    const all = Array.from({ length: count }, () => false);
    for (const [i, place] of causes.entries()) all[place] = made[i] ?? false;
    const outcome = programs.at(answer, all);
    return outcome.kind === "measured" ? numbersOf(outcome) : null;
  };
  const tables = programs.tables(answer);
  if (tables === "none" || causes.length === 1) return attribute(causes.length, at);
  const { everyOrder, writtenOrder } = MOST_TABLES[tables];
  const points = Math.max(...ends.map((one) => one.points.length));
  const most = Math.floor(Math.log2(everyOrder / points));
  if (causes.length > most && (causes.length + 1) * points > writtenOrder) return null;
  return attribute(causes.length, at, most);
}

/** Key of one measure's value in one row: the row's key and the measure's name. */
export const numberOf = (point: string, measure: string): string => `${point}\n${measure}`;

const numbersOf = ({ points }: Measured): Numbers =>
  Object.fromEntries(
    points.flatMap(({ key, numbers }) =>
      Object.entries(numbers).map(([measure, value]) => [numberOf(key, measure), value]),
    ),
  );

/**
 * Result of the second program for the plan that the first program's search ranked best. null where the best
 * plan is still the same.
 */
function asBefore(answer: Answer, was: Measured, now: Measured, programs: Programs): Outcome | null {
  const [[old, ...moreOld], [best, ...more]] = [was.points, now.points];
  if (answer.form !== "search" || !old || !best || moreOld.length > 0 || more.length > 0) return null;
  const isAnother = settingChanges(old.settings, best.settings).some(({ follows }) => !follows);
  return isAnother && old.key === best.key ? programs.tried(answer, old.settings) : null;
}
