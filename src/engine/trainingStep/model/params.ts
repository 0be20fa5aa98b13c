import type { Algebra } from "../../core/algebra.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import * as book from "../../formulas/model/params.ts";
import * as stacks from "../../formulas/model/stacks.ts";
import type { HeadFields, LatentFields } from "../../scenario/attention.ts";
import { byForm } from "../../scenario/attentionKinds.ts";
import type { FrozenPart } from "../../scenario/frozenPart.ts";
import type { Model } from "../../scenario/model.ts";
import { type ModelInputs, modelInputs } from "../inputs/inputs.ts";
import { layerModulation } from "./conditionParams.ts";
import { endParams } from "./endParams.ts";
import { hasAttention, type LayerKind, layersWith } from "./layerKinds.ts";
import { type LayerMlps, layerMlps } from "./mlpParams.ts";
import { type ModelPart, modelParts, partAlgebra } from "./modelParts.ts";
import type { Named, PartLayers } from "./named.ts";
import { recurrentShard } from "./recurrent.ts";
import { recurrentInputs } from "./recurrentInputs.ts";
import { visionInputs } from "./visionInputs.ts";
import { visionEnds } from "./visionParams.ts";

export interface ModelParams<N> {
  readonly params: Breakdown<N>;
  readonly active: N;
}

/** Parameters of a model by part, and the active ones that a token uses. */
export function countParams<N>(alg: Algebra<N>, model: Model): ModelParams<N> {
  const { found, active } = allParams(alg, model, []);
  const parts = gathered(alg, found);
  const label = "parameters";
  const value = totalOf(alg, "parameters of the model", parts);
  return { params: { name: "params", label, unit: "param", value, parts }, active: active(value) };
}

/** Parameters of the parts of a model that a plan does not freeze; null where it freezes none. */
export function unfrozenParams<N>(alg: Algebra<N>, model: Model, frozen: readonly FrozenPart[]): N | null {
  if (frozen.length === 0) return null;
  return totalOf(alg, "trained parameters", gathered(alg, allParams(alg, model, frozen).found));
}

function totalOf<N>(alg: Algebra<N>, what: string, parts: readonly Breakdown<N>[]): N {
  const named = parts.map((part) => ({ label: `parameters of ${part.label}`, value: part.value }));
  return alg.sum(what, "param", named);
}

/** Parameters by part, without the parts that are left out, and the active ones of a total. */
function allParams<N>(
  alg: Algebra<N>,
  model: Model,
  without: readonly FrozenPart[],
): { readonly found: readonly Named<N>[]; readonly active: (total: N) => N } {
  const whole = modelInputs(alg, model);
  const found: Named<N>[] = [];
  let active = (total: N): N => total;
  for (const part of modelParts(model)) {
    if (without.includes(part.role === "vision" ? "vision" : "language")) continue;
    const count = partCount(alg, whole, part, layersOfPart(model, part));
    found.push(...count.parts);
    const before = active;
    active = (total) => count.active(before(total));
  }
  const vision = visionInputs(alg, model);
  if (vision !== null) {
    const t = alg.constant("not split", 1, "1", "definition");
    found.push(...visionEnds(alg, vision, whole.dModel, t).filter(({ of }) => !without.includes(of)));
  }
  if (!without.includes("language")) found.push(...endParams(alg, model, whole));
  return { found, active };
}

/**
 * One breakdown entry for each name. Where several parts of a model share a name, the entry lists each of
 * them.
 */
function gathered<N>(alg: Algebra<N>, found: readonly Named<N>[]): readonly Breakdown<N>[] {
  const groups = new Map<string, Named<N>[]>();
  for (const one of found) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  const leaf = (name: string, { label, value }: Named<N>): Breakdown<N> => ({
    ...{ name, label, unit: "param", value, parts: [] },
  });
  return [...groups].map(([of, group]): Breakdown<N> => {
    const name = `params.${of}`;
    const [only] = group;
    if (only && group.length === 1) return leaf(name, only);
    const label = NAMES[of] ?? of;
    const parts = group.map((one) => leaf(name, one));
    return { name, label, unit: "param", value: alg.sum(label, "param", parts), parts };
  });
}

/** Labels of entries that sum over several parts of a model. */
const NAMES: Readonly<Record<string, string>> = {
  attention: "attention",
  cross_attention: "attention to the encoder",
  recurrent: "recurrence",
  mlp: "MLP",
  experts: "routed experts",
  shared: "shared experts",
  router: "routers",
  norms: "norms",
  embedding: "embeddings",
  positions: "learned positions",
  own: "own operators",
};

function layersOfPart(model: Model, part: ModelPart): (such: (of: LayerKind) => boolean) => number {
  return (such) => layersWith(model, (of) => of.part === part && such(of));
}

function partCount<N>(
  base: Algebra<N>,
  whole: ModelInputs<N>,
  part: ModelPart,
  count: PartLayers<N>["count"],
): LayerMlps<N> {
  const { model, name, role } = part;
  const alg = partAlgebra(base, part);
  const x = name === "" ? whole : modelInputs(alg, model);
  const number = (label: string, n: number): N =>
    name === "" && n === model.layers
      ? x.layers
      : alg.constant(`${label}${name}`, n, "1", "the model's pattern of layers");
  const all = number(
    "layers",
    count(() => true),
  );
  const layers: PartLayers<N> = { all, count, such: (label, such) => number(label, count(such)) };
  const times = (n: N, value: N): N => alg.apply(book.repeatedParams, { n, P_x: value });
  const norm = alg.apply(book.hiddenVectors, { n_n: x.normVectors, h: x.dModel });
  const mlps = layerMlps(alg, model, x, layers);
  const parts: Named<N>[] = mixerParams(alg, model, x, layers).map(({ name, label, n, one }) => ({
    ...{ name, label, value: times(n, one) },
  }));
  if (role === "decoder") {
    const n = layers.such("layers that attend to the encoder", hasAttention);
    const value = times(n, attentionParams(alg, model, x));
    const label = model.conditioning ? "attention to the text" : "attention to the encoder";
    parts.push({ name: "cross_attention", label, value });
  }
  parts.push(...mlps.parts);
  for (const [i, { name, params }] of model.operators.entries())
    if (params > 0) {
      const one = alg.input(`model.operators[${i}].params`, params, "param");
      parts.push({ name: "own", label: name, value: times(all, one) });
    }
  const t = alg.constant("not split", 1, "1", "definition");
  const modulation = layerModulation(alg, model, x.dModel, t);
  if (modulation !== null)
    parts.push({ name: "modulation", label: "modulations of the layers", value: times(all, modulation) });
  if (role === "prediction") {
    const value = times(all, alg.apply(stacks.predictionProjection, { h: x.dModel, t }));
    parts.push({ name: "prediction", label: "projections of multi-token prediction", value });
  }
  parts.push({ name: "norms", label: "norms of the layers", value: layerNorms(alg, part, x, norm, layers) });
  return {
    parts: parts.map((one) => ({ ...one, label: `${one.label}${name}` })),
    active: mlps.active,
  };
}

interface MixerParams<N> {
  readonly name: string;
  readonly label: string;
  readonly n: N;
  /** Parameters of one layer. */
  readonly one: N;
}

function mixerParams<N>(
  alg: Algebra<N>,
  model: Model,
  x: ModelInputs<N>,
  layers: PartLayers<N>,
): readonly MixerParams<N>[] {
  const found: MixerParams<N>[] = [];
  if (layers.count(hasAttention) > 0) {
    const n = layers.such("layers with attention", hasAttention);
    found.push({ name: "attention", label: "attention", n, one: attentionParams(alg, model, x) });
  }
  const recurrences = ({ mixer }: LayerKind): boolean => mixer === "recurrent";
  if (model.recurrent && layers.count(recurrences) > 0) {
    const n = layers.such("recurrent layers", recurrences);
    const t = alg.constant("not split", 1, "1", "definition");
    const one = recurrentShard(alg, recurrentInputs(alg, model.recurrent), x.dModel, t);
    found.push({ name: "recurrent", label: "recurrence", n, one });
  }
  return found;
}

/**
 * Parameters of the layers' norms: half of `norms_per_layer` for each of mixer, cross-attention and
 * feed-forward.
 */
function layerNorms<N>(
  alg: Algebra<N>,
  { model, role }: ModelPart,
  x: ModelInputs<N>,
  norm: N,
  layers: PartLayers<N>,
): N {
  const times = (n: N, value: N): N => alg.apply(book.repeatedParams, { n, P_x: value });
  const one = layers.count(({ mixer, feedForward }) => mixer === "none" || feedForward === "none");
  const all = layers.count(() => true);
  const more = role === "decoder" ? layers.count(hasAttention) * Math.ceil(model.normsPerLayer / 2) : 0;
  // A module of multi-token prediction has two norms on the streams that it joins, and one before the head.
  const further = role === "prediction" ? 3 * all : 0;
  if (one === 0 && more === 0 && further === 0) return times(layers.all, times(x.normsPerLayer, norm));
  const whole = (all - one) * model.normsPerLayer;
  const count = one * Math.ceil(model.normsPerLayer / 2) + whole + more + further;
  return times(alg.constant("norms of the layers", count, "1", "the model's pattern of layers"), norm);
}

/** Parameters of a layer's attention by its form. */
const attentionParams = <N>(alg: Algebra<N>, model: Model, x: ModelInputs<N>): N =>
  byForm(model.attention, {
    heads: (attention) => headAttention(alg, attention, model.bias, x),
    latent: (attention) => latentAttention(alg, attention, x),
  });

function headAttention<N>(alg: Algebra<N>, attention: HeadFields, bias: boolean, x: ModelInputs<N>): N {
  const parts = [
    {
      label: "weights of attention's projections",
      value: alg.apply(book.attentionWeights, { h: x.dModel, d_h: x.dHead, a: x.heads, a_kv: x.kvHeads }),
    },
  ];
  if (attention.qkvBias)
    parts.push({
      label: "biases of the query, key and value projections",
      value: alg.apply(book.attentionBiases, { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads }),
    });
  if (attention.qkNorm === "per_head")
    parts.push({ label: "norms of queries and keys", value: alg.apply(book.headNorms, { d_h: x.dHead }) });
  if (attention.qkNorm === "all_heads") {
    const value = alg.apply(book.jointHeadNorms, { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads });
    parts.push({ label: "norms of queries and keys", value });
  }
  if (attention.gate) {
    const t = alg.constant("not split", 1, "1", "definition");
    const value = alg.apply(stacks.gateParams, { h: x.dModel, a: x.heads, d_h: x.dHead, t });
    parts.push({ label: "projection to attention's gate", value });
  }
  if (bias) parts.push({ label: "bias of attention's output projection", value: x.dModel });
  return alg.sum("parameters of a layer's attention", "param", parts);
}

function latentAttention<N>(alg: Algebra<N>, attention: LatentFields, x: ModelInputs<N>): N {
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
