import {
  aimsOf,
  keepOf,
  type MeasuredTable,
  type Poison,
  resultPath,
  type TableValue,
} from "../../dsl/evaluate/index.ts";
import { breakdownsFigure, type Compared, FIT_SUFFIX, type Figure } from "../../report/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { fitIn } from "../results/fit.ts";
import type { Run } from "../verbs/run.ts";
import type { PlotOptions } from "./plotOptions.ts";
import { rowNames } from "./rowNames.ts";

/** Maximum number of bars in a figure of a search's best plans. */
const MOST = 10;

/**
 * Bar figure of a search's best plans: the step's time by part, or the memory where the search minimises memory. Plans
 * differ in many settings, so no single setting makes an axis. Null for other tables, and where the plot names an axis.
 */
export function bestPlot(
  run: Run,
  table: TableValue | MeasuredTable,
  { x, y, color, title }: PlotOptions,
): Figure | Poison | null {
  if (table.kind === "data" || table.statement.kind !== "search" || x || y || color) return null;
  const [aim, another] = aimsOf(table.statement);
  if (another || (keepOf(table.statement)?.per.length ?? 0) > 0 || table.rows.length === 0) return null;
  const memory = aim !== undefined && (resultPath(aim.expr) ?? "").startsWith("memory");
  const names = rowNames(run, table, MOST);
  if (names === null || "kind" in names) return names;
  const compared: Compared[] = [];
  for (const [at, name] of names.entries()) {
    const scenario = table.rows.at(at)?.scenario;
    if (!scenario) continue;
    const answer = answerOf(run.context, scenario, null);
    if (answer.kind === "poison") return answer;
    const { estimate } = answer;
    const breakdown = memory ? estimate.memory.stages[estimate.memory.peakStage] : estimate.time.step;
    const fits = fitIn(answer);
    if (breakdown) compared.push({ label: `${at + 1}. ${name}${FIT_SUFFIX[fits]}`, breakdown, fits });
  }
  const plans = compared.length === 1 ? "plan" : `${compared.length} plans`;
  const what = memory ? "memory of one device of the fullest stage" : "where the step's time goes";
  return {
    ...breakdownsFigure(compared, {
      title: title ?? `The best ${plans}: ${what}`,
      what: memory ? "memory" : "step time",
    }),
    name: `${table.name} ${memory ? "memory" : "time"}`,
  };
}
