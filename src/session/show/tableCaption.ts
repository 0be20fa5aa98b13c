import {
  aimsOf,
  cutText,
  MAY_NOT_FIT,
  type Skipped,
  searchesAllPlans,
  type TableValue,
} from "../../dsl/evaluate/index.ts";
import { printNumber } from "../../units/index.ts";

/** Numbers of a table's rows whose plans do not fit their devices (`no`) and may not fit (`maybe`). */
export interface Lacking {
  readonly no: number;
  readonly maybe: number;
}
const NONE: Lacking = { no: 0, maybe: 0 };

/**
 * Caption of a table: the number of combinations, their outcomes, and the numbers of rows that do not fit or may not
 * fit.
 */
export function captionOf(table: TableValue, lacking: Lacking = NONE): string {
  const parts = searchesAllPlans(table.statement) ? ofAllPlans(table) : ofCombinations(table);
  const where = cutText(table, counted(table));
  return [
    table.name,
    [...(where === null ? [] : [`interrupted ${where}`]), ...parts, ...lackingText(table, lacking)].join(
      ", ",
    ),
  ]
    .filter((part) => part !== "")
    .join(": ");
}

function lackingText({ rows }: TableValue, { no, maybe }: Lacking): readonly string[] {
  const over = `${printNumber(no)} of ${printNumber(rows.length)} rows ${no === 1 ? "runs" : "run"} out of memory`;
  const may = `${printNumber(maybe)} of ${printNumber(rows.length)} rows may not fit`;
  return [...(no > 0 ? [over] : []), ...(maybe > 0 ? [may] : [])];
}

/** Word for what a table enumerates: "plans" for a search over all plans, otherwise "combinations". */
export const counted = ({ statement }: TableValue): "plans" | "combinations" =>
  searchesAllPlans(statement) ? "plans" : "combinations";

/** Phrase for the rows that a search found: `the best 3`, or the number of plans on the Pareto front. */
export const bestText = ({ statement, rows }: TableValue): string =>
  aimsOf(statement).length > 1
    ? `the ${rows.length === 1 ? "one" : printNumber(rows.length)} on the front`
    : `the best ${rows.length === 1 ? "one" : printNumber(rows.length)}`;

/**
 * Caption phrases for a search over all plans: how many are invalid, out of memory, pruned, evaluated and so on. The
 * counts sum to the number of plans; lower bounds decide most plans without an estimate.
 */
function ofAllPlans(table: TableValue): readonly string[] {
  const { skipped, feasible, tried, partial } = table;
  const found = table.rows.length === 0 ? "none" : bestText(table);
  const best = partial ? found : `${found} of ${printNumber(tried)} plans`;
  if (feasible === null) return [best];
  const of = (kind: Skipped["kind"]) =>
    skipped.reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0);
  const parts: readonly (readonly [count: number, what: string])[] = [
    [of(undefined), "invalid"],
    [of("over memory"), "out of memory"],
    [of("may not fit"), "excluded because they may not fit"],
    [of("unwanted"), "excluded by `where`"],
    [of("bounded"), "pruned"],
    [feasible, "evaluated"],
  ];
  const outcomes = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${printNumber(count)} ${what}`]));
  return [`${best} (${outcomes.join(", ")})`];
}

function ofCombinations(table: TableValue): readonly string[] {
  const { statement, tried, feasible, rows, partial } = table;
  if (feasible === null) return [];
  const work = `${printNumber(feasible)} of ${printNumber(tried)} combinations are feasible`;
  const aside = table.skipped.find(({ reason }) => reason === MAY_NOT_FIT)?.count ?? 0;
  const set =
    aside > 0 ? [`${printNumber(aside)} excluded because ${aside === 1 ? "it" : "they"} may not fit`] : [];
  const parts = [...(feasible < tried ? [work] : []), ...set, ...planKept(table)];
  if (rows.length >= feasible) return parts;
  if (partial) return [...parts, `${printNumber(rows.length)} of them evaluated`];
  return statement.kind === "search"
    ? [work, ...set, `the best ${printNumber(rows.length)} shown`, ...planKept(table)]
    : parts;
}

/**
 * Hint for a search over clusters or models that does not vary the plan: how to search plans too. Empty for other
 * tables.
 */
function planKept({ statement, varied, rows }: TableValue): readonly string[] {
  const ofPlans = varied.some((path) => path === "plan" || path.startsWith("plan."));
  if (statement.kind !== "search" || ofPlans || !rows.at(0)?.scenario.parts.plan) return [];
  return ["plan unchanged (`for plan in all` also searches plans)"];
}
