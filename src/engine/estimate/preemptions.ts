/** Rate of preemptions of spot nodes, and whether they have sufficient notice. */
export interface Preemptions<N> {
  /** Number of preemptions per second over the whole cluster, 1/s. */
  readonly rate: N;
  /** True where a checkpoint is saved between the notice and the reclamation, so that no work is lost. */
  readonly noticed: boolean;
}
