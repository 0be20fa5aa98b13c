import * as book from "../../formulas/model/moe.ts";
import * as params from "../../formulas/model/params.ts";
import type { ExpertInputs } from "../inputs/expertInputs.ts";
import type { LayerContext } from "./layerContext.ts";

/** Parameters of one expert. */
export function expertParams<N>({ alg, x, scenario, matrices, upMatrices, dFf: f }: LayerContext<N>): N {
  const h = x.dModel;
  const weights = alg.apply(params.mlpWeights, { n_w: matrices, h, f });
  if (!scenario.model.bias) return weights;
  return alg.sum("parameters of an expert", "param", [
    { label: "weight matrices of an expert", value: weights },
    { label: "biases of an expert", value: alg.apply(params.mlpBiases, { n_u: upMatrices, h, f }) },
  ]);
}

/** Parameters of a layer's routed experts on a device. */
export function expertShard<N>(ctx: LayerContext<N>, { n_e, p_e, t_e }: ExpertInputs<N>): N {
  return ctx.alg.apply(book.expertWeightsShard, { n_e, p_e, P_e: expertParams(ctx), t_e });
}

/** Width of the shared experts, which run as one MLP; null without shared experts. */
export function sharedWidth<N>({ alg }: LayerContext<N>, { n_h, sharedDff }: ExpertInputs<N>): N | null {
  return n_h === null ? null : alg.apply(book.sharedWidth, { n_h, f: sharedDff });
}

/** Forward FLOPs of the routers and experts of `L` layers for one sequence. */
export function expertFlops<N>(ctx: LayerContext<N>, experts: ExpertInputs<N>, L: N): N {
  const { alg, x } = ctx;
  const { n_e, k, n_h, sharedDff } = experts;
  const weights = (f: N): N => alg.apply(params.mlpWeights, { n_w: ctx.matrices, h: x.dModel, f });
  return alg.apply(book.routedForwardFlops, {
    L_e: L,
    s: x.seqLen,
    h: x.dModel,
    n_e,
    k,
    n_h: n_h ?? alg.constant("shared experts", 0, "1", "model.mlp.shared"),
    P_e: weights(ctx.dFf),
    P_h: weights(sharedDff),
  });
}
