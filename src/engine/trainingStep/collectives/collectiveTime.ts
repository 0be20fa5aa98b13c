import type { CollectiveEstimate } from "../../estimate/estimate.ts";

export type CollectiveOp = CollectiveEstimate["op"];

export interface CollectiveTime<N> {
  readonly seconds: N;
  /**
   * Name of the fastest algorithm, with its protocol where it has one: `ring LL128`, `tree LL`, `send Simple`,
   * `in-network`, `in-network, tree across`, `direct` (all-to-all), `site by site`, or `none` for a group of one rank.
   */
  readonly algorithm: string;
}
