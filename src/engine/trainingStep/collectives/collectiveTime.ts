import type { CollectiveEstimate } from "../../estimate/estimate.ts";

export type CollectiveOp = CollectiveEstimate["op"];

export interface CollectiveTime<N> {
  readonly seconds: N;
  /**
   * Name of the fastest algorithm, with its NCCL protocol: `ring LL128`, `tree LL`, `in-network`, `direct` or
   * `site by site`.
   */
  readonly algorithm: string;
}
