/** Training data, from storage to the step. */
export interface DataEstimate<N = number> {
  /** Size of the data set, B. */
  readonly size: N;
  /** Size of a sequence, B; `batch` is the size of a step's batch. */
  readonly sequence: N;
  readonly batch: N;
  /** Passes of the run over the data set. */
  readonly epochs: N;
  /** Share of the data that comes from the nodes' caches. */
  readonly cached: N;
  /** Storage bandwidth left for reading, B/s; `required` is the bandwidth that keeps the devices fed. */
  readonly bandwidth: N;
  readonly required: N;
  /** Share of the storage's bandwidth that checkpoints take. */
  readonly checkpoints: N;
  /** Time to read a step's batch, s; `prepare` is the time to prepare it. */
  readonly read: N;
  readonly prepare: N;
  /** Time of a step spent waiting for data, s. */
  readonly stall: N;
}
