import type { RunEstimate } from "../../estimate/runEstimate.ts";
import type { TimeEstimate } from "../../estimate/timeEstimate.ts";

/**
 * Inputs of energy: times of the step and the run. `flops` are the hardware FLOPs of a step over the whole
 * cluster.
 */
export interface Trained<N> {
  readonly time: TimeEstimate<N>;
  readonly flops: N;
  readonly tokensPerSecond: N;
  readonly run: RunEstimate<N> | null;
}
