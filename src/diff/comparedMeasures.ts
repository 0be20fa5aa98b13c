import type { Measure } from "../report/index.ts";
import type { Compared } from "./compared.ts";
import { measuresWith } from "./measures.ts";
import type { Point } from "./point.ts";
import { endOf } from "./points.ts";

/**
 * Measures that a report compares for an answer: the table's ranking expressions first, then the standard
 * ones. Measures without a number in any row are left out.
 */
export function comparedMeasures({ before, after }: Compared): readonly Measure[] {
  const has = ({ numbers }: Point, name: string): boolean => typeof numbers[name] === "number";
  return measuresWith(new Map([...after.bases, ...before.bases])).filter(({ name }) =>
    [...before.points, ...after.points].some((point) => has(point, name)),
  );
}

/**
 * Measure by which a row was chosen as the best: the ranking expression, or step time without one. On a
 * Pareto front, the expression in which this row is the best.
 */
export function soughtOf(
  { aims }: Compared,
  { key }: Point,
  measures: readonly Measure[],
): Measure | undefined {
  const aim = aims.length > 1 ? aims.find((one) => key === endOf(one)) : (aims[0] ?? "step_time");
  return measures.find(({ expr }) => expr === aim);
}
