import * as shapes from "../../formulas/compute/shapes.ts";
import * as book from "../../formulas/model/stacks.ts";
import { type Operator, weightMatmul } from "../kernels/operator.ts";
import type { Again } from "../kernels/recomputed.ts";
import type { Encoded, LayerContext } from "../model/layerContext.ts";
import { stackShare, unfusedCore } from "./attention.ts";
import { type FlashShape, flashTime, narrowOperands } from "./flashKernel.ts";
import { attentionScaling } from "./narrowAttention.ts";

/**
 * Kernels of a decoder layer's cross-attention (arXiv:1706.03762, section 3.2.3): queries from the decoder's
 * tokens, keys and values from the encoder's tokens, no mask. Each context-parallel rank projects its share of
 * the tokens, and gathers keys and values.
 */
export function crossOperators<N>(
  ctx: LayerContext<N>,
  { tokens, local }: Encoded<N>,
  again: Again,
): readonly Operator<N>[] {
  const { alg, x } = ctx;
  const t = x.tp;
  const M = alg.apply(shapes.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const encoded = alg.apply(shapes.microBatchTokens, { s: local, b: x.microBatch });
  const queries = alg.apply(shapes.headColumns, { a: x.heads, d_h: x.dHead, t });
  const keys = alg.apply(book.encoderKeyColumns, { d_h: x.dHead, a_kv: x.kvHeads, t });
  const n_b = x.one;
  const found = [
    weightMatmul(ctx, "query projection, encoder", { M, N: queries, K: x.dModel, n_b }, again(), "input"),
    weightMatmul(
      ctx,
      "key and value projection, encoder",
      { M: encoded, N: keys, K: x.dModel, n_b },
      again(),
      "input",
    ),
    weightMatmul(ctx, "output projection, encoder", { M, N: x.dModel, K: queries, n_b }, again(), "output"),
  ];
  return [...found, ...core(ctx, tokens)];
}

function core<N>(ctx: LayerContext<N>, s_e: N): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  if (!scenario.plan.flashAttention) return unfusedCore(ctx, s_e);
  const shape: FlashShape<N> = {
    ...{ b: x.microBatch, s: x.seqLen, s_k: s_e, a: x.heads, d_h: x.dHead },
    ...{ t_c: x.coreSplit, mask: { kind: "none" } },
    scaling: attentionScaling(scenario.plan.precision),
    elements: alg.apply(book.crossElements, {
      ...{ b: x.microBatch, d_h: x.dHead, s: x.localSeqLen, a: x.heads, s_e, a_kv: x.kvHeads, t: x.tp },
    }),
  };
  const time = (direction: "forward" | "backward"): N => flashTime(ctx, shape, direction, stackShare(ctx));
  return [
    {
      kind: "attention",
      label: "flash attention to the encoder",
      forward: time("forward"),
      backward: time("backward"),
      ...narrowOperands(shape),
      recomputed: ctx.recompute.kind === "full",
    },
  ];
}

/** Forward FLOPs of `L` layers' cross-attention for one sequence. */
export function crossFlops<N>(
  { alg, x }: LayerContext<N>,
  { tokens: s_e }: Encoded<N>,
  L: N,
): { readonly matmuls: N; readonly core: N } {
  const shape = { L, s: x.seqLen, s_e, a: x.heads, d_h: x.dHead };
  return {
    matmuls: alg.apply(book.crossProductFlops, { ...shape, h: x.dModel, a_kv: x.kvHeads }),
    core: alg.apply(book.crossCoreFlops, shape),
  };
}
