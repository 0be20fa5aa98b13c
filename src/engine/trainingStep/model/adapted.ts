import type { Lora } from "../../scenario/lora.ts";
import type { LayerContext } from "./layerContext.ts";
import { type LayerMatrices, type WeightMatrices, weightMatrices } from "./weightMatrices.ts";

/** The matrices of a layer that adapters are beside, and the rank of these. */
export interface Adapted<N> {
  readonly dense: readonly WeightMatrices<N>[];
  readonly rank: N;
  /** Of the routed experts: all of them, or one where a device has one adapter for all of its experts. */
  readonly experts: readonly WeightMatrices<N>[];
  readonly expertRank: N;
  /** Of the experts, those that a token passes each time it is sent to one. */
  readonly expert: readonly WeightMatrices<N>[];
}

/** On a device; `whole` as if tensor parallelism split none. */
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
