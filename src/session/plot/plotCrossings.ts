import { aimsOf, type MeasuredTable, type TableValue, textOf } from "../../dsl/evaluate/index.ts";
import type { Crossed } from "../../report/index.ts";
import { crossings } from "../questions/crossovers.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Run } from "../verbs/run.ts";
import type { Asked } from "./plotOptions.ts";

/** Maximum number of lines, and of crossings, that a caption describes. */
const MOST = 3;

/**
 * Crossings of a sweep's lines, drawn over a number that it varies. Empty for whole numbers such as nodes, and for
 * drawn values that are no result of one scenario.
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
