import type { Algebra } from "./algebra.ts";
import type { Breakdown } from "./estimate.ts";
import * as book from "./formulas/params.ts";
import { type ModelInputs, modelInputs } from "./inputs.ts";
import { expertLayers, hasAttention, layersWith } from "./layerKinds.ts";
import { recurrentInputs, recurrentShard } from "./recurrent.ts";
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
  const mixers = mixerParams(alg, model, x);
  const parts = [
    ...mixers.map(({ name, label, n, one }) => leaf(name, label, times(n, one))),
    ...mlp.parts.map((part) => leaf(part.name, part.label, part.value)),
    leaf(
      "norms",
      "norms",
      alg.sum("norms", "param", [
        { label: "of the layers", value: layerNorms(alg, model, x, norm) },
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

/** How many layers of a model are such, as a number of the algebra; the field where it is all of them. */
function layersSuch<N>(
  alg: Algebra<N>,
  model: Model,
  x: ModelInputs<N>,
  label: string,
  such: Parameters<typeof layersWith>[1],
): N {
  const n = layersWith(model, such);
  return n === model.layers ? x.layers : alg.constant(label, n, "1", "the model's pattern of layers");
}

interface MixerParams<N> {
  readonly name: string;
  readonly label: string;
  readonly n: N;
  /** Of one layer. */
  readonly one: N;
}

function mixerParams<N>(alg: Algebra<N>, model: Model, x: ModelInputs<N>): readonly MixerParams<N>[] {
  const found: MixerParams<N>[] = [];
  if (layersWith(model, hasAttention) > 0) {
    const n = layersSuch(alg, model, x, "layers with attention", hasAttention);
    found.push({ name: "attention", label: "attention", n, one: attentionParams(alg, model, x) });
  }
  const recurrences = (of: { readonly mixer: string }): boolean => of.mixer === "recurrent";
  if (model.recurrent && layersWith(model, recurrences) > 0) {
    const n = layersSuch(alg, model, x, "recurrent layers", recurrences);
    const t = alg.constant("not split", 1, "1", "definition");
    const one = recurrentShard(alg, recurrentInputs(alg, model.recurrent), x.dModel, t);
    found.push({ name: "recurrent", label: "recurrence", n, one });
  }
  return found;
}

/** Gains and shifts of the layers' norms: a layer that is mixer or feed-forward alone has half of the others'. */
function layerNorms<N>(alg: Algebra<N>, model: Model, x: ModelInputs<N>, norm: N): N {
  const times = (n: N, value: N): N => alg.apply(book.repeatedParams, { n, P_x: value });
  const alone = layersWith(model, ({ mixer, feedForward }) => mixer === "none" || feedForward === "none");
  if (alone === 0) return times(x.layers, times(x.normsPerLayer, norm));
  const count = alone * Math.ceil(model.normsPerLayer / 2) + (model.layers - alone) * model.normsPerLayer;
  return times(alg.constant("norms of the layers", count, "1", "the model's pattern of layers"), norm);
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
    const n = layersSuch(
      alg,
      model,
      x,
      "layers with a feed-forward",
      ({ feedForward }) => feedForward !== "none",
    );
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
  const moeLayers = alg.constant(
    "layers with experts",
    expertLayers(model),
    "1",
    "the model's pattern of layers",
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
  const denseLayers = layersWith(model, ({ feedForward }) => feedForward === "dense");
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
