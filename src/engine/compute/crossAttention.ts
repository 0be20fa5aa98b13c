import type { LayerContext } from "../context.ts";
import * as kernels from "../formulas/kernels.ts";
import * as memory from "../formulas/memory.ts";
import * as book from "../formulas/stacks.ts";
import type { Saved } from "../memory/activations.ts";
import { type FlashShape, flashTime, stackShare, unfusedCore } from "./attention.ts";
import { type Again, type Operator, weightProduct } from "./operator.ts";

/**
 * Attention of a decoder's layer to what the encoder made of its tokens (arXiv:1706.03762, section 3.2.3): queries of its own
 * tokens, keys and values of the encoder's `s_e`, no mask.
 */
export function crossOperators<N>(ctx: LayerContext<N>, s_e: N, again: Again): readonly Operator<N>[] {
  const { alg, x } = ctx;
  const t = x.tp;
  const M = alg.apply(kernels.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const encoded = alg.apply(kernels.microBatchTokens, { s: s_e, b: x.microBatch });
  const queries = alg.apply(kernels.headColumns, { a: x.heads, d_h: x.dHead, t });
  const keys = alg.apply(book.encoderKeyColumns, { d_h: x.dHead, a_kv: x.kvHeads, t });
  const n_b = x.one;
  const found = [
    weightProduct(ctx, "query projection, encoder", { M, N: queries, K: x.dModel, n_b }, again(), "input"),
    weightProduct(
      ctx,
      "key and value projection, encoder",
      { M: encoded, N: keys, K: x.dModel, n_b },
      again(),
      "input",
    ),
    weightProduct(ctx, "output projection, encoder", { M, N: x.dModel, K: queries, n_b }, again(), "output"),
  ];
  return [...found, ...core(ctx, s_e)];
}

function core<N>(ctx: LayerContext<N>, s_e: N): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  if (!scenario.plan.flashAttention) return unfusedCore(ctx, s_e);
  const shape: FlashShape<N> = {
    ...{ b: x.microBatch, s: x.seqLen, s_k: s_e, a: x.heads, d_h: x.dHead },
    ...{ t_c: x.coreSplit, mask: { kind: "none" } },
    elements: alg.apply(book.crossElements, {
      ...{ b: x.microBatch, d_h: x.dHead, s: x.seqLen, a: x.heads, s_e, a_kv: x.kvHeads, t: x.tp },
    }),
  };
  const time = (direction: "forward" | "backward"): N => flashTime(ctx, shape, direction, stackShare(ctx));
  return [
    {
      kind: "attention",
      label: "flash attention to the encoder",
      forward: time("forward"),
      backward: time("backward"),
      recomputed: scenario.plan.recompute.kind === "full",
    },
  ];
}

/** FLOPs of `L` layers' attention to the encoder forward, one sequence. */
export function crossFlops<N>(
  { alg, x }: LayerContext<N>,
  s_e: N,
  L: N,
): { readonly products: N; readonly core: N } {
  const shape = { L, s: x.seqLen, s_e, a: x.heads, d_h: x.dHead };
  return {
    products: alg.apply(book.crossProductFlops, { ...shape, h: x.dModel, a_kv: x.kvHeads }),
    core: alg.apply(book.crossCoreFlops, shape),
  };
}

/** What it keeps for backward; the encoder's result is one tensor for all layers. */
export function crossTensors<N>(ctx: LayerContext<N>, s_e: N, stream: N, operand: N): readonly Saved<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, model } = scenario;
  const b = x.microBatch;
  const t = x.tp;
  const B_a = x.activationBytes;
  const heads = alg.apply(memory.headsTensor, { B_a, s: x.seqLen, b, a: x.heads, d_h: x.dHead, t });
  const keyValues = alg.apply(memory.keyValueTensors, { B_a, s: s_e, b, d_h: x.dHead, a_kv: x.kvHeads, t });
  const saved: Saved<N>[] = [
    { name: "cross_norm", label: "input of the norm before attention to the encoder", value: stream },
    { name: "cross_input", label: "input of the queries to the encoder", value: operand, module: "norms" },
    { name: "cross_queries", label: "queries to the encoder", value: heads },
    { name: "cross_keys_values", label: "keys and values of the encoder", value: keyValues },
    { name: "cross_output", label: "output of attention to the encoder", value: heads },
  ];
  if (plan.flashAttention) {
    const value = alg.apply(memory.softmaxStatistics, { B_f: x.floatBytes, a: x.heads, s: x.seqLen, b, t });
    return [...saved, { name: "cross_statistics", label: "row statistics of its softmax", value }];
  }
  const n_x = alg.apply(kernels.scoreElements, { a: x.heads, s: x.seqLen, s_k: s_e, b, t });
  const scores = (name: string, label: string, B_x: N): Saved<N> => ({
    ...{ name, label, value: alg.apply(kernels.movedBytes, { B_x, n_x }), module: "attention" },
  });
  saved.push(scores("cross_softmax", "softmax output, encoder", B_a));
  if (model.dropout)
    saved.push(
      scores("cross_mask", "dropout mask of the scores, encoder", x.maskBytes),
      scores("cross_dropped", "dropout output, encoder", B_a),
    );
  return saved;
}
