import type { Compared } from "./compared.ts";
import { type Measure, measuresWith } from "./measures.ts";
import type { Point } from "./point.ts";
import { endOf } from "./points.ts";

/** Measures compared for an answer, the ranking expressions first. */
export function comparedMeasures({ before, after }: Compared): readonly Measure[] {
  const has = ({ numbers }: Point, name: string): boolean => typeof numbers[name] === "number";
  return measuresWith(new Map([...after.bases, ...before.bases])).filter(({ name }) =>
    [...before.points, ...after.points].some((point) => has(point, name)),
  );
}

/** Measure in which a row of a table is the best. */
export function soughtOf(
  { aims }: Compared,
  { key }: Point,
  measures: readonly Measure[],
): Measure | undefined {
  const aim = aims.length > 1 ? aims.find((one) => key === endOf(one)) : (aims[0] ?? "step_time");
  return measures.find(({ expr }) => expr === aim);
}
