import type { Algebra } from "../../core/algebra.ts";
import type { DataEstimate } from "../../estimate/dataEstimate.ts";
import type { TimeEstimate } from "../../estimate/timeEstimate.ts";
import { IN_FULL } from "../../trainingStep/step/stepBreakdown.ts";
import { timePart } from "../../trainingStep/step/timePart.ts";

/**
 * Adds the time that a step waits for data to the step's time, as a separate part. Returns `time` unchanged for a plan without
 * a data set.
 */
export function stalledStep<N>(
  alg: Algebra<N>,
  time: TimeEstimate<N>,
  fed: DataEstimate<N> | null,
): TimeEstimate<N> {
  if (!fed) return time;
  const parts = [...time.step.parts, timePart("data", "waiting for data", fed.stall)];
  const named = parts.map((part) => ({ label: IN_FULL[part.name] ?? part.label, value: part.value }));
  return {
    ...time,
    step: { ...time.step, value: alg.sum("step time, with waiting for data", "s", named), parts },
  };
}
