import type { Algebra } from "../algebra.ts";
import type { Breakdown } from "../breakdown.ts";
import type { TimeEstimate } from "../step/timeEstimate.ts";
import type { DataEstimate } from "./data.ts";

/** The step with what it waits for its data: a part of its own where the plan names data. */
export function stalledStep<N>(
  alg: Algebra<N>,
  time: TimeEstimate<N>,
  fed: DataEstimate<N> | null,
): TimeEstimate<N> {
  if (!fed) return time;
  const waits: Breakdown<N> = {
    ...{ name: "time.data", label: "waiting for data", unit: "s" },
    ...{ value: fed.stall, parts: [] },
  };
  const parts = [...time.step.parts, waits];
  return { ...time, step: { ...time.step, value: alg.sum("step time", "s", parts), parts } };
}
