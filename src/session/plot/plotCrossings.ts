import { aimsOf, type MeasuredTable, type TableValue, textOf } from "../../dsl/evaluate/index.ts";
import type { Crossed } from "../../report/index.ts";
import { crossings } from "../questions/crossovers.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Run } from "../verbs/run.ts";
import type { Asked } from "./plotOptions.ts";

/** Maximum number of lines in a figure, and of their crossings, for which the caption describes each crossing. */
const MOST = 3;

/**
 * Points where the lines of a sweep's figure cross. Empty where x is a whole number such as the node count, and where y
 * is not computed from one scenario.
 */
export function plotCrossings(
  run: Run,
  table: TableValue | MeasuredTable,
  { x, y }: { readonly x: Asked; readonly y: Asked },
  lines: number,
): readonly Crossed[] {
  const path = textOf(x.expr, x.scope);
  if (lines < 2 || lines > MOST || table.kind === "data") return [];
  if (!table.varied.includes(path) || aimsOf(table.statement).length > 0) return [];
  const found = crossings(run.context, table, path, { ...y, sign: 1 });
  if ("kind" in found || found.length > MOST) return [];
  return found.map(({ below, above, at, value }) => {
    const label = textOfValue(at);
    const sentence = `The lines cross at ${label}: ${below} is lower to the left, ${above} to the right.`;
    return { x: at.value, y: value, label, sentence };
  });
}
