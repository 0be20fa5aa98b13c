/** Nodes that the capacity's owner takes back. */
export interface Preemptions<N> {
  /** 1/s */
  readonly rate: N;
  /** Whether a checkpoint is saved within the notice, so that no work is lost. */
  readonly noticed: boolean;
}
