/** Preemptions of spot nodes. */
export interface Preemptions<N> {
  /** Rate of preemptions, 1/s. */
  readonly rate: N;
  /** True where a checkpoint is saved within the notice, so that no work is lost. */
  readonly noticed: boolean;
}
