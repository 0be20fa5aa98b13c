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
  /** Settings of every row that the table keeps, as text, to tell whether the set of rows changed. */
  readonly kept: readonly string[];
  /** Base unit of each ranking expression's values, by expression. */
  readonly bases: ReadonlyMap<string, string>;
}

/**
 * Result of an answer in one program. `long`: a table of too many rows. `refused`: no result, because of an
 * error or a search that finds nothing. `other`: a value without scenarios, such as a number, a list or a
 * queue.
 */
export type Outcome =
  | Measured
  | { readonly kind: "long" }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "other" };

/** A version of a program whose definitions are evaluated lazily, each once. */
export interface Variant {
  /**
   * Result of an answer in this version. `aims` are the other program's ranking expressions, whose values are
   * computed here, too, where they are defined.
   */
  measure(answer: Answer, aims: readonly string[]): Outcome;
  /** Result of the answer's search with its settings fixed to those of one plan. */
  tried(answer: Answer, settings: Point["settings"]): Outcome;
}

/** Limit on the rows of a table that is compared. A longer table is only reported as too long. */
export const MOST_ROWS = 10_000;
/** Pattern of a column title that is a setting of the scenario: a path such as `plan.tp`. */
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

  /** Runs the definitions that a text reads and that have not run yet. Returns the first error. */
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
    // A plain value or a queue lacks the compared columns.
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

  /** Paths that a table varies, read from its column titles. */
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

/** Text of a search that is restricted to given settings and defined under another name. */
function restricted(pieces: Pieces, owner: string, name: string, settings: Point["settings"]): string {
  const own = [...pieces].filter(([, piece]) => piece.owner === owner);
  const lines = own.flatMap(([key, { kind, text }]): readonly string[] => {
    if (kind === "head") return [text.replace(nameOf(owner), name)];
    return /: (?:for .*|keep)$/s.test(key) ? [] : [text];
  });
  const fills = searchesAllPlans(pieces, owner);
  const fors = [...settings].flatMap(([path, { written, follows }]) => {
    if (!follows) return [`for ${path} in [${written}]`];
    // A search over all plans sets the replicas to `fill`. Any other search takes them from its base.
    return fills ? [`for ${path} in [fill]`] : [];
  });
  const [head = "", ...rest] = lines;
  return [head, ...fors, ...rest].join("\n");
}

const keptIn = (table: ShownTable, paths: readonly string[]): readonly string[] =>
  Array.from({ length: table.length }, (_, row) =>
    paths.map((path) => `${path} = ${table.setting(row, path).written}`).join(", "),
  );
