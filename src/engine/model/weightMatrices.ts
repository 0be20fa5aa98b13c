import { sharedWidth } from "../experts/experts.ts";
import { headColumns, mlpColumns } from "../formulas/kernels.ts";
import type { LayerContext } from "../layerContext.ts";
import type { LoraTarget } from "../scenario/lora.ts";
import { latentColumns } from "./latent.ts";
import { mambaMatrices } from "./mamba.ts";
import { recurrentColumns } from "./recurrent.ts";

/** `n` equal matrices of weights. */
export interface WeightMatrices<N> {
  readonly label: string;
  /** What a plan calls it that puts adapters beside it; null where none can be. */
  readonly target: LoraTarget | null;
  readonly n: N;
  readonly rows: N;
  readonly columns: N;
}

/** The matrices of a layer on a device: all but the routed experts', and those. Queries, keys, values and gates are each by themselves. */
export interface LayerMatrices<N> {
  readonly dense: readonly WeightMatrices<N>[];
  readonly experts: readonly WeightMatrices<N>[];
  /** Those of one routed expert. */
  readonly expert: readonly WeightMatrices<N>[];
}

/** The matrices of one layer; `whole` as if tensor parallelism split none. */
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
    to.push({ label: `${label}, first matrices`, target: "up", n: up, rows: h, columns: width });
    to.push({ label: `${label}, last matrix`, target: "down", n: copies, rows: width, columns: h });
  };
  if (experts) {
    dense.push({ label: "router", target: "router", n: one, rows: h, columns: experts.n_e });
    const shared = sharedWidth(ctx, experts);
    if (shared !== null) mlp(dense, "shared experts", shared, t, one);
    const split = whole ? one : experts.t_e;
    mlp(routed, "routed experts", x.dFf, split, experts.local);
    mlp(expert, "a routed expert", x.dFf, split, one);
  } else if (ctx.feedForward === "dense") mlp(dense, "MLP", x.dFf, t, one);
  return { dense, experts: routed, expert };
}

/** Those of what mixes tokens; none in a layer that is a feed-forward alone. */
function mixerMatrices<N>(ctx: LayerContext<N>, whole: boolean): readonly WeightMatrices<N>[] {
  const { alg, x, attention, latent, recurrent } = ctx;
  const h = x.dModel;
  const t = whole ? x.one : x.tp;
  const found: WeightMatrices<N>[] = [];
  const add = (target: LoraTarget | null, label: string, rows: N, columns: N): void => {
    found.push({ label, target, n: x.one, rows, columns });
  };
  if (ctx.of.part.role === "prediction") {
    const two = alg.constant("streams joined", 2, "1", "arXiv:2412.19437, eq. 21");
    const rows = alg.apply(mlpColumns, { n_u: two, f: h, t: x.one });
    add(null, "projection of two streams", rows, alg.apply(mlpColumns, { n_u: x.one, f: h, t }));
  }
  if (recurrent?.form === "columns") {
    for (const { label, rows, columns } of mambaMatrices(alg, recurrent, h, t))
      add(null, label, rows, columns);
  } else if (recurrent) {
    const { projected, values } = recurrentColumns(alg, recurrent, t);
    add(null, "input of the recurrence", h, projected);
    add(null, "output", values, h);
  } else if (latent) {
    const columns = latentColumns(whole ? { ...ctx, x: { ...x, tp: x.one } } : ctx, latent);
    const { r_q, r_kv } = latent;
    if (r_q) {
      add(null, "compression of the queries", h, r_q);
      add(null, "queries, up-projection", r_q, columns.keys);
    } else add(null, "queries", h, columns.keys);
    add(null, "compression of keys and values", h, columns.compressed);
    add(null, "keys and values, up-projection", r_kv, columns.keyValues);
    add(null, "output", columns.values, h);
  } else if (attention) {
    const width = alg.apply(headColumns, { a: x.heads, d_h: x.dHead, t });
    const narrow = alg.apply(headColumns, { a: x.kvHeads, d_h: x.dHead, t });
    add("query", "queries", h, width);
    add("key", "keys", h, narrow);
    add("value", "values", h, narrow);
    add("output", "output", width, h);
    if (attention.kind !== "mla" && attention.gate) add(null, "gate", h, width);
    if (ctx.cross !== null) {
      add(null, "queries to the encoder", h, width);
      add(null, "keys of the encoder", h, narrow);
      add(null, "values of the encoder", h, narrow);
      add(null, "output, encoder", width, h);
    }
  }
  return found;
}
