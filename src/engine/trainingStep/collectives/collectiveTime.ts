import type { CollectiveEstimate } from "../../estimate/estimate.ts";

export type CollectiveOp = CollectiveEstimate["op"];

export interface CollectiveTime<N> {
  readonly seconds: N;
  /** `ring LL128`, `tree LL`, `in-network`, `direct`, `site by site`. */
  readonly algorithm: string;
}
