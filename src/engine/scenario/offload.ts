/** Where state is kept between its uses; `none` on the device itself. */
export type StatePlace = "none" | "host" | "nvme";

export interface StateOffload {
  /** Master copy and moments, and the gradients that they meet. */
  readonly optimizer: StatePlace;
  readonly weights: StatePlace;
  /** The update runs beside the next step's passes, which use weights one step older. */
  readonly delayed: boolean;
}
