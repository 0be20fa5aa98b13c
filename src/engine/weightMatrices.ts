import type { LayerContext } from "./context.ts";
import { sharedWidth } from "./experts.ts";
import { headColumns, mlpColumns } from "./formulas/kernels.ts";
import { latentColumns } from "./latent.ts";

/** `n` equal matrices of weights. */
export interface WeightMatrices<N> {
  readonly label: string;
  readonly n: N;
  readonly rows: N;
  readonly columns: N;
}

/** The matrices of a layer on a device: all but the routed experts', and those. Queries, keys, values and gates are each by themselves. */
export interface LayerMatrices<N> {
  readonly dense: readonly WeightMatrices<N>[];
  readonly experts: readonly WeightMatrices<N>[];
}

/** The matrices of one layer; `whole` as if tensor parallelism split none. */
export function weightMatrices<N>(ctx: LayerContext<N>, whole: boolean): LayerMatrices<N> {
  const { alg, x, experts, latent, upMatrices } = ctx;
  const { one } = x;
  const h = x.dModel;
  const t = whole ? one : x.tp;
  const dense: WeightMatrices<N>[] = [];
  const routed: WeightMatrices<N>[] = [];
  const mlp = (to: WeightMatrices<N>[], label: string, f: N, split: N, copies: N): void => {
    const width = alg.apply(mlpColumns, { n_u: one, f, t: split });
    const up = alg.apply(mlpColumns, { n_u: upMatrices, f: copies, t: one });
    to.push({ label: `${label}, first matrices`, n: up, rows: h, columns: width });
    to.push({ label: `${label}, last matrix`, n: copies, rows: width, columns: h });
  };
  if (latent) {
    const columns = latentColumns(whole ? { ...ctx, x: { ...x, tp: one } } : ctx, latent);
    const { r_q, r_kv } = latent;
    if (r_q) {
      dense.push({ label: "compression of the queries", n: one, rows: h, columns: r_q });
      dense.push({ label: "queries, up-projection", n: one, rows: r_q, columns: columns.keys });
    } else dense.push({ label: "queries", n: one, rows: h, columns: columns.keys });
    dense.push({ label: "compression of keys and values", n: one, rows: h, columns: columns.compressed });
    dense.push({ label: "keys and values, up-projection", n: one, rows: r_kv, columns: columns.keyValues });
    dense.push({ label: "output", n: one, rows: columns.values, columns: h });
  } else {
    const width = alg.apply(headColumns, { a: x.heads, d_h: x.dHead, t });
    const narrow = alg.apply(headColumns, { a: x.kvHeads, d_h: x.dHead, t });
    const two = alg.constant("keys and values", 2, "1", "a matrix each");
    dense.push({ label: "queries", n: one, rows: h, columns: width });
    dense.push({ label: "keys and values", n: two, rows: h, columns: narrow });
    dense.push({ label: "output", n: one, rows: width, columns: h });
  }
  if (!experts) mlp(dense, "MLP", x.dFf, t, one);
  else {
    dense.push({ label: "router", n: one, rows: h, columns: experts.n_e });
    const shared = sharedWidth(ctx, experts);
    if (shared !== null) mlp(dense, "shared experts", shared, t, one);
    mlp(routed, "routed experts", x.dFf, whole ? one : experts.t_e, experts.local);
  }
  return { dense, experts: routed };
}
