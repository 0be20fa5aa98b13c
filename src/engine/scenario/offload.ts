/** Place where model state is stored between its uses; `none` for the device itself. */
export type StatePlace = "none" | "host" | "nvme";

export interface StateOffload {
  /** Place of the optimizer's master copy, its moments, and the reduced gradients. */
  readonly optimizer: StatePlace;
  readonly weights: StatePlace;
  /**
   * True where the optimizer's update overlaps the passes of the next step. These passes use weights that are
   * one step older.
   */
  readonly delayed: boolean;
}
