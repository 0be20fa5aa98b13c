/** One checkpoint of a plan's state, with the time to save and to load it. */
export interface CheckpointEstimate<N = number> {
  /** Size of a full checkpoint, each tensor once, B. */
  readonly size: N;
  /** Bytes of a full checkpoint on the device that saves most, B. */
  readonly perDevice: N;
  /** Time for which a checkpoint blocks training, s. */
  readonly blocking: N;
  /** Time from the end of `blocking` until the checkpoint is durable, while training continues, s. */
  readonly unsafe: N;
  readonly load: N;
}
