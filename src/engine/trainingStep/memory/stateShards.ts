import type { StatePlace } from "../../scenario/offload.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { statePlace } from "../offload/statePlace.ts";
import { keepsShares } from "../parallel/gradientScatter.ts";

/** Shards of the weights, gradients and optimizer state over the ranks with the same weights. */
export interface StateShards {
  /** Number of ranks that hold the same weights: `dp` × `cp`. */
  readonly ranks: number;
  /** Number of shards of the state of everything but routed experts: `dp_shard` × `cp`. */
  readonly shards: number;
  /** Number of shards of the state of routed experts; null for a dense model. */
  readonly expertShards: number | null;
  /** True for each kind of state of which a rank holds one shard, false where it holds all of it. */
  readonly sharded: { readonly weights: boolean; readonly gradients: boolean; readonly optimizer: boolean };
  /** Place of each kind of state; `none` for the device itself. */
  readonly places: {
    readonly weights: StatePlace;
    readonly gradients: StatePlace;
    readonly optimizer: StatePlace;
  };
}

/** Shards of a scenario's state under its ZeRO stage (arXiv:1910.02054, section 5). */
export function stateShards({ model, plan }: Scenario): StateShards {
  const { zero, dp, dpShard, cp, tp, ep, etp } = plan;
  return {
    ranks: dp * cp,
    shards: dpShard * cp,
    expertShards: model.mlp.kind === "moe" ? (dpShard * cp * tp) / (ep * etp) : null,
    sharded: { weights: zero >= 3, gradients: keepsShares(plan), optimizer: zero >= 1 },
    places: {
      weights: statePlace(plan, "weights"),
      gradients: statePlace(plan, "gradients"),
      optimizer: statePlace(plan, "optimizer"),
    },
  };
}
