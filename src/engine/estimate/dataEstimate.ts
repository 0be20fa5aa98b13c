/** Training data: its size, the time to read and prepare it, and the wait of a step for it. */
export interface DataEstimate<N = number> {
  /** Size of the data set, B. */
  readonly size: N;
  /** Size of one sequence in storage, B. */
  readonly sequence: N;
  /** Size of a step's global batch in storage, B. */
  readonly batch: N;
  /** Number of passes of the run over the data set. */
  readonly epochs: N;
  /** Share of the data that is read from the nodes' caches instead of from storage. */
  readonly cached: N;
  /** Storage bandwidth that checkpoints leave for reading, B/s. */
  readonly bandwidth: N;
  /** Storage bandwidth at which a step does not wait for its batch, where nothing comes from caches, B/s. */
  readonly required: N;
  /** Share of the storage bandwidth that checkpoints use. */
  readonly checkpoints: N;
  /** Time to read a step's batch from storage, s. */
  readonly read: N;
  /** Time of the loader processes to prepare a step's batch, s. */
  readonly prepare: N;
  /** Time for which a step waits for data, s. */
  readonly stall: N;
}
