import { aimsOf, type MeasuredTable, type TableValue, textOf } from "../../dsl/evaluate/index.ts";
import type { Crossed } from "../../report/index.ts";
import { crossings } from "../questions/crossovers.ts";
import { textOfValue } from "../textOfValue.ts";
import type { Run } from "../verbs/run.ts";
import type { Asked } from "./plotOptions.ts";

/** More lines or crossings than this are too many to be told in words. */
const MOST = 3;

/**
 * Where so many lines of a sweep cross, if they are drawn over a number that it varies. None where the number has no place between
 * two of its values (nodes are whole), and where what is drawn is no result of a scenario alone.
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
