import type { Algebra } from "../../core/algebra.ts";
import type { DataEstimate } from "../../estimate/dataEstimate.ts";
import type { TimeEstimate } from "../../estimate/timeEstimate.ts";
import { timePart } from "../../trainingStep/step/timePart.ts";

/** The step with what it waits for its data: a part of its own where the plan names data. */
export function stalledStep<N>(
  alg: Algebra<N>,
  time: TimeEstimate<N>,
  fed: DataEstimate<N> | null,
): TimeEstimate<N> {
  if (!fed) return time;
  const parts = [...time.step.parts, timePart("data", "waiting for data", fed.stall)];
  return { ...time, step: { ...time.step, value: alg.sum("step time", "s", parts), parts } };
}
