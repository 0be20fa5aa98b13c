/** One checkpoint of a plan's state, and what making and loading it takes. */
export interface CheckpointEstimate<N = number> {
  /** Of a full one, everything once, B. */
  readonly size: N;
  /** What the device that saves most saves of a full one, B. */
  readonly perDevice: N;
  /** What training stops for, s. */
  readonly blocking: N;
  /** From then until it is safe, beside training, s. */
  readonly unsafe: N;
  readonly load: N;
}
