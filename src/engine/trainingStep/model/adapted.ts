import type { Lora } from "../../scenario/lora.ts";
import type { LayerContext } from "./layerContext.ts";
import { type LayerMatrices, type WeightMatrices, weightMatrices } from "./weightMatrices.ts";

/** Weight matrices of a layer that have a LoRA adapter, and the adapters' ranks. */
export interface Adapted<N> {
  readonly dense: readonly WeightMatrices<N>[];
  readonly rank: N;
  /**
   * Matrices of the routed experts with an adapter: all experts', or one expert's where a device shares one
   * adapter among its experts.
   */
  readonly experts: readonly WeightMatrices<N>[];
  readonly expertRank: N;
  /** Matrices of one expert, through which a token passes each time it is routed to one. */
  readonly expert: readonly WeightMatrices<N>[];
}

/** The adapted matrices of a layer on a device. `whole` gives them before tensor parallelism shards them. */
export function adapted<N>(ctx: LayerContext<N>, whole: boolean): Adapted<N> {
  const { lora } = ctx.scenario.plan;
  const at = (name: string, value: number): N => ctx.alg.input(`plan.finetune.${name}`, value, "1");
  const { dense, experts, expert } = targeted(lora, weightMatrices(ctx, whole));
  return {
    dense,
    rank: at("rank", lora?.rank ?? 0),
    experts: lora?.experts === "each" ? experts : expert,
    expertRank: at("expert_rank", lora?.expertRank ?? 0),
    expert,
  };
}

function targeted<N>(lora: Lora | null, all: LayerMatrices<N>): LayerMatrices<N> {
  const such = (of: readonly WeightMatrices<N>[]): readonly WeightMatrices<N>[] =>
    of.filter(({ targets }) => targets.some((target) => lora?.targets.includes(target)));
  const none = lora?.experts === "none";
  return {
    dense: such(all.dense),
    experts: none ? [] : such(all.experts),
    expert: none ? [] : such(all.expert),
  };
}
