import { adapted } from "./adapted.ts";
import type { LayerContext } from "./layerContext.ts";
import { type LayerMatrices, type WeightMatrices, weightMatrices } from "./weightMatrices.ts";

/** Matrices of a layer that the optimizer updates: the layer's own unless they are frozen, or under LoRA the
 * two of each adapter. */
export function trainedMatrices<N>(
  ctx: LayerContext<N>,
  whole: boolean,
): Pick<LayerMatrices<N>, "dense" | "experts"> {
  if (ctx.scenario.plan.lora === null)
    return ctx.gradients === "weights" ? weightMatrices(ctx, whole) : { dense: [], experts: [] };
  const { dense, rank, experts, expertRank } = adapted(ctx, whole);
  return {
    dense: dense.flatMap((one) => factors(one, rank)),
    experts: experts.flatMap((one) => factors(one, expertRank)),
  };
}

/**
 * The two matrices of an adapter. For W of n_a by n_b, A is n_a by the rank and B is the rank by n_b
 * (arXiv:2106.09685, section 4.1).
 */
const factors = <N>(frozen: WeightMatrices<N>, rank: N): readonly WeightMatrices<N>[] => [
  { ...frozen, label: `${frozen.label}, adapter to the rank`, columns: rank },
  { ...frozen, label: `${frozen.label}, adapter from the rank`, rows: rank },
];
