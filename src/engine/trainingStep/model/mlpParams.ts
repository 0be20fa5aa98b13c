import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/model/params.ts";
import type { DenseMlp } from "../../scenario/mlp.ts";
import type { Model } from "../../scenario/model.ts";
import type { ModelInputs } from "../inputs/inputs.ts";
import { mlpShape } from "./mlpShape.ts";
import type { Named, PartLayers } from "./named.ts";

/** Parameters of the feed-forwards of a part of a model. */
export interface LayerMlps<N> {
  readonly parts: readonly Named<N>[];
  /** Active parameters, given all: subtracts the feed-forward parameters of this part that a token skips. */
  readonly active: (total: N) => N;
}

export function layerMlps<N>(
  alg: Algebra<N>,
  model: Model,
  x: ModelInputs<N>,
  layers: PartLayers<N>,
): LayerMlps<N> {
  const { mlp } = model;
  const times = (n: N, value: N): N => alg.apply(book.repeatedParams, { n, P_x: value });
  if (mlp.kind !== "moe") {
    const one = mlpParams(alg, mlp, model.bias, x.dModel, "mlp.d_ff");
    const n = layers.such("layers with a feed-forward", ({ feedForward }) => feedForward !== "none");
    return { parts: [{ name: "mlp", label: "MLP", value: times(n, one) }], active: (total) => total };
  }
  const at = (path: string, value: number): N => alg.input(`model.mlp.${path}`, value, "1");
  const expert = mlpParams(alg, mlp.expert, model.bias, x.dModel, "mlp.expert.d_ff");
  const sharedExpert = mlpParams(
    alg,
    { kind: mlp.expert.kind, dFf: mlp.sharedDff },
    model.bias,
    x.dModel,
    "mlp.shared_d_ff",
  );
  const routed = layers.count(({ feedForward }) => feedForward === "experts");
  const moeLayers = alg.constant("layers with experts", routed, "1", "the model's pattern of layers");
  const experts = at("experts", mlp.experts);
  const router = alg.apply(book.routerParams, { n_e: experts, h: x.dModel });
  const parts = [
    { name: "experts", label: "routed experts", value: times(moeLayers, times(experts, expert)) },
    {
      name: "shared",
      label: "shared experts",
      value: times(moeLayers, times(at("shared", mlp.shared), sharedExpert)),
    },
    { name: "router", label: "routers", value: times(moeLayers, router) },
  ];
  const denseLayers = layers.count(({ feedForward }) => feedForward === "dense");
  if (mlp.dense && denseLayers > 0) {
    const dense = mlpParams(alg, mlp.dense, model.bias, x.dModel, "mlp.dense.d_ff");
    const n = alg.constant("dense layers", denseLayers, "1", "the model's pattern of layers");
    parts.push({ name: "mlp", label: "dense MLP", value: times(n, dense) });
  }
  const k = at("top_k", mlp.topK);
  return {
    parts,
    active: (total) =>
      alg.apply(book.activeParams, { P: total, L_e: moeLayers, n_e: experts, k, P_e: expert }),
  };
}

function mlpParams<N>(alg: Algebra<N>, mlp: DenseMlp, bias: boolean, h: N, path: string): N {
  const f = alg.input(`model.${path}`, mlp.dFf, "1");
  const shape = mlpShape(alg, mlp);
  const weights = alg.apply(book.mlpWeights, { n_w: shape.matrices, h, f });
  if (!bias) return weights;
  return alg.sum("parameters of an MLP", "param", [
    { label: "weight matrices of an MLP", value: weights },
    { label: "biases of an MLP", value: alg.apply(book.mlpBiases, { n_u: shape.upMatrices, h, f }) },
  ]);
}
