import type { Part } from "../../core/algebra.ts";
import * as shapes from "../../formulas/compute/shapes.ts";
import * as book from "../../formulas/compute/work.ts";
import * as mla from "../../formulas/model/mla.ts";
import type { MatmulName } from "../kernels/matmulName.ts";
import { expertFlops, sharedWidth } from "../model/experts.ts";
import type { LatentInputs } from "../model/latentInputs.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { recomputedMatmuls } from "./savedMatmuls.ts";

/**
 * FLOPs of the matmuls that `L` layers recompute under checkpointing by operator, for one sequence. All matmuls
 * of routed experts and of their router are recomputed.
 */
export function repeatedFlops<N>(ctx: LayerContext<N>, L: N): readonly Part<N>[] {
  const { alg, x, experts } = ctx;
  const found: Part<N>[] = [];
  for (const name of recomputedMatmuls(ctx)) {
    const { K, N } = sides(ctx, name);
    const value = alg.apply(book.matmulForwardFlops, { L, s: x.seqLen, K, N });
    found.push({ label: name.replace("_", " "), value });
  }
  if (experts) found.push({ label: "routed experts", value: expertFlops(ctx, { ...experts, n_h: null }, L) });
  return found;
}

/** Inner dimension `K` and columns `N` of a matmul's whole weight matrix, before tensor parallelism shards it. */
function sides<N>(ctx: LayerContext<N>, name: MatmulName): { readonly K: N; readonly N: N } {
  const { x, form, experts } = ctx;
  const h = x.dModel;
  if (name === "mlp_first" || name === "mlp_second" || name === "mlp_last") {
    const f = (experts && sharedWidth(ctx, experts)) ?? ctx.dFf;
    return name === "mlp_last" ? { K: f, N: h } : { K: h, N: f };
  }
  switch (form?.name) {
    case "latent":
      return latentSides(ctx, form, name);
    case undefined:
    case "heads":
      return headSides(ctx, name);
  }
}

function headSides<N>({ alg, x }: LayerContext<N>, name: MatmulName): { readonly K: N; readonly N: N } {
  const h = x.dModel;
  const a = name === "key" || name === "value" ? x.kvHeads : x.heads;
  const width = alg.apply(shapes.headColumns, { a, d_h: x.dHead, t: x.one });
  return name === "attention_output" ? { K: width, N: h } : { K: h, N: width };
}

function latentSides<N>(
  { alg, x }: LayerContext<N>,
  { r_q, r_kv, d_r, d_v }: LatentInputs<N>,
  name: MatmulName,
): { readonly K: N; readonly N: N } {
  const h = x.dModel;
  const heads = { a: x.heads, t: x.one };
  const queries = (): N => alg.apply(mla.keyColumns, { d_h: x.dHead, d_r, ...heads });
  if (name === "query_down" && r_q) return { K: h, N: r_q };
  if (name === "query_up" && r_q) return { K: r_q, N: queries() };
  if (name === "kv_down") return { K: h, N: alg.apply(mla.latentColumns, { r_kv, d_r }) };
  if (name === "kv_up")
    return { K: r_kv, N: alg.apply(mla.keyValueColumns, { d_h: x.dHead, d_v, ...heads }) };
  if (name === "attention_output") return { K: alg.apply(mla.valueColumns, { d_v, ...heads }), N: h };
  return { K: h, N: queries() };
}
