import { headColumns, mlpColumns } from "../../formulas/compute/shapes.ts";
import { modulationColumns } from "../../formulas/model/diffusion.ts";
import { optionsOf } from "../../scenario/attentionKinds.ts";
import type { LoraTarget } from "../../scenario/lora.ts";
import { layerVectors } from "./conditionParams.ts";
import { sharedWidth } from "./experts.ts";
import type { FormInputs } from "./formInputs.ts";
import { latentColumns } from "./latent.ts";
import type { LatentInputs } from "./latentInputs.ts";
import type { LayerContext } from "./layerContext.ts";
import { mambaMatrices } from "./mamba.ts";
import { recurrentColumns } from "./recurrent.ts";

/** `n` weight matrices of equal shape. */
export interface WeightMatrices<N> {
  readonly label: string;
  /** Names by which a plan selects the matrix for LoRA; empty where it cannot have an adapter. */
  readonly targets: readonly LoraTarget[];
  readonly reads: ReadTokens;
  readonly n: N;
  readonly rows: N;
  readonly columns: N;
}

/**
 * Tokens of a device that a matrix multiplies: all, a tensor-parallel rank's share of them, or the encoder's.
 */
export type ReadTokens = "all" | "share" | "encoder";

/**
 * Weight matrices of a layer on a device: `experts` are the routed experts', `dense` all others. Queries,
 * keys, values and gates are separate matrices.
 */
export interface LayerMatrices<N> {
  readonly dense: readonly WeightMatrices<N>[];
  readonly experts: readonly WeightMatrices<N>[];
  /** Matrices of one routed expert. */
  readonly expert: readonly WeightMatrices<N>[];
}

/** Weight matrices of one layer. `whole` gives them before tensor parallelism shards them. */
export function weightMatrices<N>(ctx: LayerContext<N>, whole: boolean): LayerMatrices<N> {
  const { alg, x, experts, upMatrices } = ctx;
  const { one } = x;
  const h = x.dModel;
  const t = whole ? one : x.tp;
  const dense = [...mixerMatrices(ctx, whole)];
  const routed: WeightMatrices<N>[] = [];
  const expert: WeightMatrices<N>[] = [];
  const mlp = (to: WeightMatrices<N>[], label: string, f: N, split: N, copies: N): void => {
    const width = alg.apply(mlpColumns, { n_u: one, f, t: split });
    const up = alg.apply(mlpColumns, { n_u: upMatrices, f: copies, t: one });
    const reads = "all";
    to.push({ label: `${label}, first matrices`, targets: ["up"], reads, n: up, rows: h, columns: width });
    to.push({ label: `${label}, last matrix`, targets: ["down"], reads, n: copies, rows: width, columns: h });
  };
  if (experts) {
    const columns = experts.n_e;
    dense.push({ label: "router", targets: ["router"], reads: "share", n: one, rows: h, columns });
    const shared = sharedWidth(ctx, experts);
    if (shared !== null) mlp(dense, "shared experts", shared, t, one);
    const split = whole ? one : experts.t_e;
    mlp(routed, "routed experts", ctx.dFf, split, experts.local);
    mlp(expert, "a routed expert", ctx.dFf, split, one);
  } else if (ctx.feedForward === "dense") mlp(dense, "MLP", ctx.dFf, t, one);
  return { dense, experts: routed, expert };
}

/** Weight matrices of a layer's mixer; none in a layer with only a feed-forward. */
function mixerMatrices<N>(ctx: LayerContext<N>, whole: boolean): readonly WeightMatrices<N>[] {
  const { alg, x, form, recurrent } = ctx;
  const h = x.dModel;
  const t = whole ? x.one : x.tp;
  const found: WeightMatrices<N>[] = [];
  const add: Add<N> = (targets, label, rows, columns, reads = "all") => {
    found.push({ label, targets, reads, n: x.one, rows, columns });
  };
  if (ctx.of.part.role === "prediction") {
    const two = alg.constant("streams joined", 2, "1", "arXiv:2412.19437, eq. 21");
    const rows = alg.apply(mlpColumns, { n_u: two, f: h, t: x.one });
    add([], "projection of two streams", rows, alg.apply(mlpColumns, { n_u: x.one, f: h, t }));
  }
  const { conditioning } = ctx.scenario.model;
  if (conditioning && !conditioning.shared)
    add([], "modulation", h, alg.apply(modulationColumns, { n_c: layerVectors(alg), h, t }));
  if (recurrent?.form === "columns") {
    for (const { label, targets, rows, columns } of mambaMatrices(alg, recurrent, h, t))
      add(targets, label, rows, columns);
  } else if (recurrent) {
    const { projected, values } = recurrentColumns(alg, recurrent, t);
    add(["recurrent_in"], "input of the recurrence", h, projected);
    add(["recurrent_out"], "output", values, h);
  } else if (form) addAttention(ctx, form, whole, add);
  return found;
}

type Add<N> = (
  targets: readonly LoraTarget[],
  label: string,
  rows: N,
  columns: N,
  reads?: ReadTokens,
) => void;

/** Adds the weight matrices of a layer's attention, by its form. */
function addAttention<N>(ctx: LayerContext<N>, form: FormInputs<N>, whole: boolean, add: Add<N>): void {
  switch (form.name) {
    case "latent":
      addLatent(ctx, form, whole, add);
      break;
    case "heads":
      addHeads(ctx, whole, add);
      break;
    default:
      form satisfies never;
  }
}

function addLatent<N>(ctx: LayerContext<N>, latent: LatentInputs<N>, whole: boolean, add: Add<N>): void {
  const { x } = ctx;
  const h = x.dModel;
  const columns = latentColumns(whole ? { ...ctx, x: { ...x, tp: x.one } } : ctx, latent);
  const { r_q, r_kv } = latent;
  if (r_q) {
    add(["query", "query_down"], "compression of the queries", h, r_q, "share");
    add(["query", "query_up"], "queries, up-projection", r_q, columns.keys);
  } else add(["query"], "queries", h, columns.keys);
  add(["key", "value", "kv_down"], "compression of keys and values", h, columns.compressed, "share");
  add(["key", "value", "kv_up"], "keys and values, up-projection", r_kv, columns.keyValues);
  add(["output"], "output", columns.values, h);
}

function addHeads<N>({ alg, x, attention, cross }: LayerContext<N>, whole: boolean, add: Add<N>): void {
  const h = x.dModel;
  const t = whole ? x.one : x.tp;
  const width = alg.apply(headColumns, { a: x.heads, d_h: x.dHead, t });
  const narrow = alg.apply(headColumns, { a: x.kvHeads, d_h: x.dHead, t });
  add(["query"], "queries", h, width);
  add(["key"], "keys", h, narrow);
  add(["value"], "values", h, narrow);
  add(["output"], "output", width, h);
  if (attention && optionsOf(attention).gate) add([], "gate", h, width);
  if (cross !== null) {
    add(["query"], "queries to the encoder", h, width);
    add(["key"], "keys of the encoder", h, narrow, "encoder");
    add(["value"], "values of the encoder", h, narrow, "encoder");
    add(["output"], "output, encoder", width, h);
  }
}
