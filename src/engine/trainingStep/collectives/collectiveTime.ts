import type { CollectiveEstimate } from "../../estimate/estimate.ts";

export type CollectiveOp = CollectiveEstimate["op"];

export interface CollectiveTime<N> {
  readonly seconds: N;
  /**
   * Algorithm and protocol that were chosen: `ring LL128`, `tree LL`, `in-network`, `direct` or `site by
   * site`.
   */
  readonly algorithm: string;
}
