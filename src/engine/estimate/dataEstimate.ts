/** Training data, from storage to the step. */
export interface DataEstimate<N = number> {
  /** Of the data set, B. */
  readonly size: N;
  /** Of a sequence and of a step's batch, B. */
  readonly sequence: N;
  readonly batch: N;
  /** Times that the run goes over it. */
  readonly epochs: N;
  /** Share of it that comes from the nodes' caches. */
  readonly cached: N;
  /** Bandwidth that is left to read with, B/s, and what keeps the devices fed. */
  readonly bandwidth: N;
  readonly required: N;
  /** Share of the storage's bandwidth that checkpoints take. */
  readonly checkpoints: N;
  /** Of a step's batch, s. */
  readonly read: N;
  readonly prepare: N;
  /** What a step waits for it, s. */
  readonly stall: N;
}
