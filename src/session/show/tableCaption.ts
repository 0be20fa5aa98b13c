import {
  aimsOf,
  cutText,
  type Skipped,
  searchesAllPlans,
  type TableValue,
} from "../../dsl/evaluate/index.ts";
import { printNumber } from "../../units/index.ts";

/** What a table is made of: how many combinations there were, what came of them, and how many of its rows do not fit their devices. */
export function captionOf(table: TableValue, lacking = 0): string {
  const parts = searchesAllPlans(table.statement) ? ofAllPlans(table) : ofCombinations(table);
  const where = cutText(table, counted(table));
  const over = `${printNumber(lacking)} of ${printNumber(table.rows.length)} rows ${lacking === 1 ? "needs" : "need"} more memory than there is`;
  return [
    table.name,
    [...(where === null ? [] : [`interrupted ${where}`]), ...parts, ...(lacking > 0 ? [over] : [])].join(
      ", ",
    ),
  ]
    .filter((part) => part !== "")
    .join(": ");
}

/** What a table goes through. */
export const counted = ({ statement }: TableValue): "plans" | "combinations" =>
  searchesAllPlans(statement) ? "plans" : "combinations";

/** `the best 3`, or how many are on a front. */
export const bestText = ({ statement, rows }: TableValue): string =>
  aimsOf(statement).length > 1
    ? `the ${rows.length === 1 ? "one" : printNumber(rows.length)} on the front`
    : `the best ${rows.length === 1 ? "one" : printNumber(rows.length)}`;

/** Each plan is one of these: a bound decides about most without working them out. */
function ofAllPlans(table: TableValue): readonly string[] {
  const { skipped, feasible, tried, partial } = table;
  const found = table.rows.length === 0 ? "none" : bestText(table);
  const best = partial ? found : `${found} of ${printNumber(tried)} plans`;
  if (feasible === null) return [best];
  const of = (kind: Skipped["kind"]) =>
    skipped.reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0);
  const parts: readonly (readonly [count: number, what: string])[] = [
    [of(undefined), "do not work out"],
    [of("over memory"), "do not fit"],
    [of("unwanted"), "are not wanted"],
    [of("bounded"), `are ${skipped.find(({ kind }) => kind === "bounded")?.reason} by a bound`],
    [feasible, feasible === 1 ? "was worked out" : "were worked out"],
  ];
  const told = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${printNumber(count)} ${what}`]));
  return [`${best} (${told.join(", ")})`];
}

function ofCombinations(table: TableValue): readonly string[] {
  const { statement, tried, feasible, rows, partial } = table;
  if (feasible === null) return [];
  const work = `${printNumber(feasible)} of ${printNumber(tried)} combinations work`;
  const parts = [...(feasible < tried ? [work] : []), ...planKept(table)];
  if (rows.length >= feasible) return parts;
  if (partial) return [...parts, `${printNumber(rows.length)} of them worked out`];
  return statement.kind === "search"
    ? [work, `the best ${printNumber(rows.length)} shown`, ...planKept(table)]
    : parts;
}

/** Of a search over machines or models alone, which keeps its base's plan: what would search plans too. */
function planKept({ statement, varied, rows }: TableValue): readonly string[] {
  const ofPlans = varied.some((path) => path === "plan" || path.startsWith("plan."));
  if (statement.kind !== "search" || ofPlans || !rows.at(0)?.scenario.parts.plan) return [];
  return ["the plan as it is (`for plan in all` searches plans too)"];
}
