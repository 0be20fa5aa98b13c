import type { Diagnostic } from "../dsl/diagnostics/index.ts";
import { createSession, type World } from "../session/index.ts";
import { type Answer, clausesOf, rankingOf, searchesAllPlans } from "./answers.ts";
import { MEASURES } from "./measures.ts";
import type { Pieces } from "./parts.ts";
import type { Point } from "./point.ts";
import { aimTitle, pointsOf } from "./points.ts";
import { programOf } from "./programOf.ts";
import { nameOf, type Reach } from "./reach.ts";
import { type ShownTable, shownTable } from "./shownTable.ts";
import { whyEmpty } from "./whyEmpty.ts";

export interface Measured {
  readonly kind: "measured";
  readonly points: readonly Point[];
  /** Settings of every row that the table keeps, as text. */
  readonly kept: readonly string[];
  /** Base units of the ranking expressions. */
  readonly bases: ReadonlyMap<string, string>;
}

/**
 * Result of an answer in one program. `other` is a value without scenarios: a number, a list, a queue. `long`
 * is a table of too many rows.
 */
export type Outcome =
  | Measured
  | { readonly kind: "long" }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "other" };

/** A program that evaluates its definitions lazily, each once. */
export interface Variant {
  /** Points of an answer. `aims` are ranking expressions of the other program, tried as well. */
  measure(answer: Answer, aims: readonly string[]): Outcome;
  /** Result of the answer's search, restricted to these settings. */
  tried(answer: Answer, settings: Point["settings"]): Outcome;
}

/** Limit on the rows of a compared table. */
export const MOST_ROWS = 10_000;
/** Paths that a table can set. */
const SETTING = /^(?:plan|cluster|model)(?:\.\w+)*$/;
const REPLICAS = "plan.dp";
const OTHER: Outcome = { kind: "other" };

export function variantOf(pieces: Pieces, world: World, reach: Reach): Variant {
  const session = createSession(world);
  const defined = new Set<string>();
  function run(text: string) {
    const { outputs, diagnostics } = session.run(text, { name: "diff", mode: "cell" });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    return { data: outputs.find(({ kind }) => kind === "show")?.data, errors };
  }

  /** Defines everything that a text reads. Returns the first error. */
  function define(reads: string): Diagnostic | undefined {
    const needed = reach.of(reads);
    const fresh = [...pieces.values()].filter(({ owner }) => needed.has(owner) && !defined.has(owner));
    const { errors } = fresh.length > 0 ? run(programOf(fresh)) : { errors: [] };
    if (errors.length === 0) for (const { owner } of fresh) defined.add(owner);
    return errors[0];
  }

  function measured(answer: Answer, name: string, aims: readonly string[]): Outcome {
    const ranking = rankingOf(pieces, answer.owner);
    const titles = answer.form === "scenario" ? [] : settingsOf(name);
    const follow =
      titles.some((one) => one.startsWith("plan")) &&
      !clausesOf(pieces, answer.owner, `for ${REPLICAS}`).length
        ? [REPLICAS]
        : [];
    const set = titles.filter((one) => !follow.includes(one));
    const asked = (some: readonly string[]) => {
      const columns = [
        ...new Set([...set, ...follow, ...ranking.per]),
        ...MEASURES.map((one) => `${one.name} = ${one.expr}`),
        "fits = memory.fits",
        ...some.map((aim, i) => `${aimTitle(i)} = (${aim})`),
      ];
      return { aims: some, ...run(`show ${name} { ${columns.join(", ")} }`) };
    };
    const own = ranking.aims;
    let found = asked([...new Set([...own, ...aims])]);
    // Another program's ranking expression may be undefined in this one.
    if (found.errors.length > 0 && aims.length > 0) found = asked(own);
    const [mistake] = found.errors;
    // A value without scenarios has no such columns, and a queue has others.
    if (mistake?.code === "wrong-kind" || mistake?.code === "unknown-name") return OTHER;
    if (mistake) return { kind: "refused", why: mistake.message };
    const table = shownTable(found.data);
    if (!table) return OTHER;
    if (table.length === 0) return { kind: "refused", why: whyEmpty(run(`show ${name}.skipped`).data) };
    if (table.length > MOST_ROWS) return { kind: "long" };
    const points = pointsOf(table, answer, ranking, { aims: found.aims, set, follow });
    if (points.every(({ numbers }) => numbers.step_time === null)) {
      const why = points.find((point) => point.why !== null)?.why ?? null;
      return why === null ? OTHER : { kind: "refused", why };
    }
    return {
      kind: "measured",
      points,
      kept: keepsRows(pieces, answer) ? keptIn(table, set) : [],
      bases: new Map(found.aims.map((aim, i) => [aim, table.base(aimTitle(i)) ?? "1"])),
    };
  }

  /** Paths that a table sets. */
  const settingsOf = (name: string): readonly string[] =>
    (shownTable(run(`show ${name}`).data)?.titles ?? []).filter((one) => SETTING.test(one));

  return {
    measure(answer, aims) {
      const { name, owner } = answer;
      const mistake = define(name);
      if (mistake) return { kind: "refused", why: mistake.message };
      return measured(answer, owner === null ? `(${name})` : name, aims);
    },
    tried(answer, settings) {
      const name = `${answer.name}_as_before`;
      const { errors } = run(restricted(pieces, answer.owner ?? "", name, settings));
      return errors.length > 0 ? OTHER : measured({ ...answer, name }, name, []);
    },
  };
}

/** True where a search keeps several rows: by `keep`, or as a Pareto front. */
const keepsRows = (pieces: Pieces, { owner, form }: Answer): boolean =>
  form === "search" &&
  (clausesOf(pieces, owner, "keep").length > 0 || rankingOf(pieces, owner).aims.length > 1);

/** Text of a search under another name, restricted to some settings. */
function restricted(pieces: Pieces, owner: string, name: string, settings: Point["settings"]): string {
  const own = [...pieces].filter(([, piece]) => piece.owner === owner);
  const lines = own.flatMap(([key, { kind, text }]): readonly string[] => {
    if (kind === "head") return [text.replace(nameOf(owner), name)];
    return /: (?:for .*|keep)$/s.test(key) ? [] : [text];
  });
  const fills = searchesAllPlans(pieces, owner);
  const fors = [...settings].flatMap(([path, { written, follows }]) => {
    if (!follows) return [`for ${path} in [${written}]`];
    // A search over all plans fills the machine. Any other leaves that to its base.
    return fills ? [`for ${path} in [fill]`] : [];
  });
  const [head = "", ...rest] = lines;
  return [head, ...fors, ...rest].join("\n");
}

const keptIn = (table: ShownTable, paths: readonly string[]): readonly string[] =>
  Array.from({ length: table.length }, (_, row) =>
    paths.map((path) => `${path} = ${table.setting(row, path).written}`).join(", "),
  );
