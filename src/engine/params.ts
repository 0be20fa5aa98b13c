import type { Algebra } from "./algebra.ts";
import type { Breakdown } from "./estimate.ts";
import * as book from "./formulas/params.ts";
import { type ModelInputs, modelInputs } from "./inputs.ts";
import { expertLayers } from "./layerKinds.ts";
import type { Attention, DenseMlp, Model } from "./scenario.ts";

export interface ModelParams<N> {
  readonly params: Breakdown<N>;
  readonly active: N;
}

/** Every parameter of a model, by part, and those a token passes through. */
export function countParams<N>(alg: Algebra<N>, model: Model): ModelParams<N> {
  const x = modelInputs(alg, model);
  const h = x.dModel;
  const leaf = (name: string, label: string, value: N): Breakdown<N> => ({
    name: `params.${name}`,
    label,
    unit: "param",
    value,
    parts: [],
  });
  const total = (name: string, label: string, parts: readonly Breakdown<N>[]): Breakdown<N> => ({
    name,
    label,
    unit: "param",
    value: alg.sum(label, "param", parts),
    parts,
  });
  const times = (n: N, value: N): N => alg.apply(book.repeatedParams, { n, P_x: value });
  const norm = alg.apply(book.hiddenVectors, { n_n: x.normVectors, h });

  const mlp = layerMlps(alg, model, x);
  const parts = [
    leaf("attention", "attention", times(x.layers, attentionParams(alg, model, x))),
    ...mlp.parts.map((part) => leaf(part.name, part.label, part.value)),
    leaf(
      "norms",
      "norms",
      alg.sum("norms", "param", [
        { label: "of the layers", value: times(x.layers, times(x.normsPerLayer, norm)) },
        { label: "after the last layer", value: norm },
      ]),
    ),
    leaf("embedding", "embedding", alg.apply(book.embeddingParams, { V: x.vocab, h })),
  ];
  if (model.positions === "learned")
    parts.push(
      leaf("positions", "learned positions", alg.apply(book.positionParams, { s_max: x.maxSeqLen, h })),
    );
  if (!model.tiedEmbeddings)
    parts.push(leaf("head", "language-model head", alg.apply(book.embeddingParams, { V: x.vocab, h })));

  const params = total("params", "parameters", parts);
  return { params, active: mlp.active(params.value) };
}

function attentionParams<N>(alg: Algebra<N>, model: Model, x: ModelInputs<N>): N {
  const { attention } = model;
  if (attention.kind === "mla") return latentAttention(alg, attention, x);
  const parts = [
    {
      label: "weights",
      value: alg.apply(book.attentionWeights, { h: x.dModel, d_h: x.dHead, a: x.heads, a_kv: x.kvHeads }),
    },
  ];
  if (attention.qkvBias)
    parts.push({
      label: "biases of query, key, value",
      value: alg.apply(book.attentionBiases, { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads }),
    });
  if (attention.qkNorm === "per_head")
    parts.push({ label: "norms of queries and keys", value: alg.apply(book.headNorms, { d_h: x.dHead }) });
  if (attention.qkNorm === "all_heads") {
    const value = alg.apply(book.jointHeadNorms, { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads });
    parts.push({ label: "norms of queries and keys", value });
  }
  if (model.bias) parts.push({ label: "output bias", value: x.dModel });
  return alg.sum("parameters of a layer's attention", "param", parts);
}

function latentAttention<N>(alg: Algebra<N>, attention: Attention & { kind: "mla" }, x: ModelInputs<N>): N {
  const at = (path: string, value: number): N => alg.input(`model.attention.${path}`, value, "1");
  const shared = {
    h: x.dModel,
    a: x.heads,
    d_h: x.dHead,
    r_kv: at("kv_rank", attention.kvRank),
    d_r: at("d_rope", attention.dRope),
    d_v: at("d_v", attention.dV),
  };
  return attention.qRank > 0
    ? alg.apply(book.latentAttentionWeights, { r_q: at("q_rank", attention.qRank), ...shared })
    : alg.apply(book.latentAttentionPlainQuery, shared);
}

interface LayerMlps<N> {
  readonly parts: readonly { readonly name: string; readonly label: string; readonly value: N }[];
  active(total: N): N;
}

function layerMlps<N>(alg: Algebra<N>, model: Model, x: ModelInputs<N>): LayerMlps<N> {
  const { mlp } = model;
  const times = (n: N, value: N): N => alg.apply(book.repeatedParams, { n, P_x: value });
  if (mlp.kind !== "moe") {
    const one = mlpParams(alg, mlp, model.bias, x.dModel, "mlp.d_ff");
    return { parts: [{ name: "mlp", label: "MLP", value: times(x.layers, one) }], active: (total) => total };
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
  const withExperts = expertLayers(model);
  const moeLayers = alg.constant(
    "layers with experts",
    withExperts,
    "1",
    "every `every`-th of layers after dense_layers",
  );
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
  if (mlp.dense && withExperts < model.layers) {
    const dense = mlpParams(alg, mlp.dense, model.bias, x.dModel, "mlp.dense.d_ff");
    const denseLayers = alg.constant(
      "dense layers",
      model.layers - withExperts,
      "1",
      "layers without experts",
    );
    parts.push({ name: "mlp", label: "dense MLP", value: times(denseLayers, dense) });
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
    { label: "weights", value: weights },
    { label: "biases", value: alg.apply(book.mlpBiases, { n_u: shape.upMatrices, h, f }) },
  ]);
}

export const isGated = (mlp: DenseMlp): boolean => mlp.kind === "swiglu" || mlp.kind === "geglu";

/** How many matrices an MLP has, and how many of them read the hidden state. */
export function mlpShape<N>(
  alg: Algebra<N>,
  mlp: DenseMlp,
): { readonly matrices: N; readonly upMatrices: N } {
  const gated = isGated(mlp);
  const source = gated ? "arXiv:2002.05202, eq. 6: gate, up, down" : "arXiv:1706.03762, eq. 2";
  return {
    matrices: alg.constant("matrices of the MLP", gated ? 3 : 2, "1", source),
    upMatrices: alg.constant("input matrices of the MLP", gated ? 2 : 1, "1", source),
  };
}
