import { drops } from "./activations.ts";
import type { Context } from "./context.ts";
import * as book from "./formulas/work.ts";

/** FLOPs of a step over the whole cluster: the model's, and with recomputation. */
export function stepFlops<N>(ctx: Context<N>): { readonly model: N; readonly hardware: N } {
  const { alg, x, scenario, matrices, upMatrices } = ctx;
  const { recompute, flashAttention } = scenario.plan;
  const s = x.seqLen;
  const h = x.dModel;
  const a = x.heads;
  const d_h = x.dHead;
  const B = x.globalBatch;
  const C_l = alg.apply(book.layerForwardFlops, {
    L: x.layers,
    s,
    h,
    d_h,
    a,
    a_kv: x.kvHeads,
    n_w: matrices,
    f: x.dFf,
  });
  const C_a = alg.apply(book.coreForwardFlops, { L: x.layers, s, a, d_h });
  const C_v = alg.apply(book.headForwardFlops, { s, h, V: x.vocab });
  const model = alg.apply(book.modelFlops, { B, C_l, C_a, C_v });
  if (recompute.kind === "full")
    return { model, hardware: alg.apply(book.fullRecomputeFlops, { C: model, B, C_l, C_a }) };
  let hardware = model;
  if (drops(recompute, "attention") && !flashAttention)
    hardware = alg.apply(book.attentionRecomputeFlops, { C: hardware, B, C_a });
  if (drops(recompute, "mlp")) {
    const again = alg.apply(book.mlpRecomputeFlops, { B, L: x.layers, s, h, n_u: upMatrices, f: x.dFf });
    hardware = alg.sum("hardware FLOPs of a step", "FLOP", [
      { label: "without the MLPs' recomputation", value: hardware },
      { label: "the MLPs' recomputation", value: again },
    ]);
  }
  return { model, hardware };
}
