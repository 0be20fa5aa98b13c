import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";

/** What a run uses that money is paid for. */
export interface Used<N> {
  /** Its wall-clock time, s, and that times its devices. */
  readonly wall: N;
  readonly deviceTime: N;
  /** Of the site, J. */
  readonly energy: N;
  /** Of the data set, B; null where the plan names none. */
  readonly dataBytes: N | null;
  readonly checkpoint: CheckpointEstimate<N> | null;
}
