/** Place of state between its uses; `none` for the device itself. */
export type StatePlace = "none" | "host" | "nvme";

export interface StateOffload {
  /** Place of master copy and moments, and of the reduced gradients. */
  readonly optimizer: StatePlace;
  readonly weights: StatePlace;
  /** True where the update overlaps the next step's passes, which use weights one step older. */
  readonly delayed: boolean;
}
