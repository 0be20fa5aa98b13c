import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";
import type { PoolMember } from "../../trainingStep/pools/pooled.ts";

/** Resources of a run that have a price. */
export interface Used<N> {
  /** Wall-clock time of the run, s. `deviceTime` is this time multiplied by the number of devices. */
  readonly wall: N;
  readonly deviceTime: N;
  /** Energy of the site, J. */
  readonly energy: N;
  /** Size of the data set, B; null without one. */
  readonly dataBytes: N | null;
  readonly checkpoint: CheckpointEstimate<N> | null;
  /** Pools of unlike devices, each with a price of its own; null where all devices are alike. */
  readonly pools: readonly PoolMember<N>[] | null;
}
