/** Share of a step that one pool of devices runs, and how well it fills the pool. */
export interface PoolEstimate<N = number> {
  /** Device of the pool; numbered where several pools have the same. */
  readonly name: string;
  readonly devices: number;
  /** Number of whole replicas on the pool; of all replicas where the pool runs stages of each. */
  readonly replicas: number;
  /** Index of the first pipeline stage on the pool, and the number of its stages. */
  readonly firstStage: number;
  readonly stages: number;
  /** Number of layers on each of the pool's stages. */
  readonly layers: readonly number[];
  /** Number of micro-batches of each replica. */
  readonly microBatches: number;
  /** Time of the pool's own step, before it waits for other pools, s. */
  readonly step: N;
  /** Time that the pool's slowest stage computes in a step, s. */
  readonly compute: N;
  /** Share of the step in which the pool's slowest stage idles. */
  readonly idle: N;
  /** Peak memory of a device of the pool's fullest stage, B. */
  readonly peak: N;
  /** Usable memory of a device, B. */
  readonly capacity: N;
}
