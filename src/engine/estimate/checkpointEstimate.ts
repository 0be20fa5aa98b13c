/** Size of one checkpoint, and the time to save and to load it. */
export interface CheckpointEstimate<N = number> {
  /** Size of a full checkpoint, B. Each tensor counts once, without replicas. */
  readonly size: N;
  /** Size of the part of a full checkpoint that the device with the largest part saves, B. */
  readonly perDevice: N;
  /** Time for which a checkpoint blocks training, s. */
  readonly blocking: N;
  /** Time from the end of `blocking` until the checkpoint is durable, while training continues, s. */
  readonly unsafe: N;
  /** Time to load a checkpoint, s. */
  readonly load: N;
}
