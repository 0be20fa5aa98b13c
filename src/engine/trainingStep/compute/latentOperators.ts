import * as shapes from "../../formulas/compute/shapes.ts";
import * as book from "../../formulas/model/mla.ts";
import { type Gemm, gemmTimes } from "../kernels/kernels.ts";
import type { MatmulName } from "../kernels/matmulName.ts";
import { type Operator, type Stream, streamingPass, weightMatmul } from "../kernels/operator.ts";
import type { Again } from "../kernels/recomputed.ts";
import { isRotary } from "../model/isRotary.ts";
import { latentColumns } from "../model/latent.ts";
import type { LatentInputs } from "../model/latentInputs.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { coreSplit, maskOf, stackShare } from "./attention.ts";
import { type FlashShape, flashTime, narrowOperands } from "./flashKernel.ts";
import { attentionScaling } from "./narrowAttention.ts";

/**
 * Kernels of multi-head latent attention in training (arXiv:2405.04434, section 2.1): compressions, their
 * norms, up-projections, rotations, core and output. Each tensor-parallel rank compresses its share of the
 * sequence.
 */
export function latentOperators<N>(
  ctx: LayerContext<N>,
  latent: LatentInputs<N>,
  again: Again,
): readonly Operator<N>[] {
  const { alg, x } = ctx;
  const columns = latentColumns(ctx, latent);
  const { r_q, r_kv } = latent;
  const shape = { s: x.localSeqLen, b: x.microBatch };
  const M = alg.apply(shapes.microBatchTokens, shape);
  const share = alg.apply(book.columnsElements, { N: x.one, t_s: x.seqSplit, ...shape });
  const up = again("mla_up");
  const matmul = (
    name: MatmulName,
    label: string,
    { rows, N, K }: { readonly rows: N; readonly N: N; readonly K: N },
    recomputed: boolean,
    stream?: Stream,
  ): Operator<N> =>
    weightMatmul(ctx, label, { M: rows, N, K, n_b: x.one }, recomputed, stream, () => [[name, N]]);
  const A = ctx.scenario.plan.precision.activationBytes;
  const elements = (N: N, t_s: N): N => alg.apply(book.columnsElements, { N, t_s, ...shape });
  const norm = (label: string, width: N): Operator<N> =>
    streamingPass(ctx, label, elements(width, x.seqSplit), [2 * A, 1], [3 * A, 1], again());
  const rotated = isRotary(ctx.scenario.model);
  return [
    ...(r_q
      ? [
          matmul("query_down", "query down-projection", { rows: share, N: r_q, K: x.dModel }, again()),
          norm("norm of the compressed queries", r_q),
          matmul("query_up", "query up-projection", { rows: M, N: columns.keys, K: r_q }, up),
        ]
      : [matmul("query", "query projection", { rows: M, N: columns.keys, K: x.dModel }, again(), "input")]),
    matmul("kv_down", "KV down-projection", { rows: share, N: columns.compressed, K: x.dModel }, again()),
    norm("norm of the compressed keys and values", r_kv),
    matmul("kv_up", "KV up-projection", { rows: M, N: columns.keyValues, K: r_kv }, up),
    // Queries are rotated in place. Keys and values are assembled from the up-projection and the shared key.
    ...(rotated
      ? [
          streamingPass(
            ctx,
            "rotary positions of the queries",
            elements(columns.keys, x.one),
            [2 * A, 1],
            [2 * A, 1],
            up,
          ),
          streamingPass(
            ctx,
            "assembly of keys and values",
            elements(columns.keyValues, x.one),
            [2 * A, 1],
            [2 * A, 1],
            up,
          ),
        ]
      : []),
    ...core(ctx, latent, again),
    matmul(
      "attention_output",
      "attention output projection",
      { rows: M, N: x.dModel, K: columns.values },
      again("attention_end"),
      "output",
    ),
  ];
}

/**
 * Kernels of the attention core, with keys wider than values: scores, softmax and context, or one flash
 * kernel.
 */
function core<N>(ctx: LayerContext<N>, latent: LatentInputs<N>, again: Again): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  if (scenario.plan.flashAttention) {
    const there = flashShape(ctx, latent, 1, 1);
    const back = flashShape(ctx, latent, 3, 2);
    const share = stackShare(ctx);
    return [
      {
        kind: "attention",
        label: "flash attention",
        forward: flashTime(ctx, there, "forward", share),
        backward: flashTime(ctx, back, "backward", share),
        recomputed: ctx.recompute.kind === "full",
        ...narrowOperands(there),
      },
    ];
  }
  const A = scenario.plan.precision.activationBytes;
  const recomputed = again("attention");
  const n_b = alg.apply(shapes.attentionProducts, { b: x.microBatch, a: x.heads, t: x.tp });
  const one = alg.constant("heads", 1, "1", "one head");
  const d_k = alg.apply(book.keyColumns, { a: one, t: one, d_h: x.dHead, d_r: latent.d_r });
  const matmul = (label: string, shape: Gemm<N>): Operator<N> => {
    const { forward, backward } = gemmTimes(ctx, shape, x.attentionRate);
    return { kind: "attention", label, forward, backward, recomputed };
  };
  const scores = alg.apply(shapes.scoreElements, {
    a: x.heads,
    s: x.seqLen,
    s_k: x.seqLen,
    b: x.microBatch,
    t: x.coreSplit,
  });
  const softmax = streamingPass(ctx, "attention softmax", scores, [2 * A, 1], [3 * A, 1], recomputed);
  return [
    matmul("attention scores (QK^T)", { M: x.localSeqLen, N: x.seqLen, K: d_k, n_b }),
    { ...softmax, kind: "attention" },
    matmul("attention context (PV)", {
      M: x.localSeqLen,
      N: latent.d_v,
      K: x.seqLen,
      n_b,
    }),
  ];
}

/**
 * Shape of latent attention's flash kernel. Keys are wider than values, so its head width is the average over
 * `keyPasses` matmuls as wide as the keys and `valuePasses` matmuls as wide as the values.
 */
function flashShape<N>(
  ctx: LayerContext<N>,
  { d_r, d_v }: LatentInputs<N>,
  keyPasses: number,
  valuePasses: number,
): FlashShape<N> {
  const { alg, x } = ctx;
  const source = "arXiv:2307.08691, section 4.1";
  const d_h = alg.apply(book.latentWidth, {
    d_h: x.dHead,
    d_r,
    d_v,
    n_pk: alg.constant("matmuls as wide as the keys", keyPasses, "1", source),
    n_pv: alg.constant("matmuls as wide as the values", valuePasses, "1", source),
  });
  const { microBatch: b, seqLen: s, heads: a, tp: t } = x;
  const elements = alg.apply(shapes.queryKeyElements, { s: x.localSeqLen, b, d_h, a, a_kv: a, t });
  const scaling = attentionScaling(ctx.scenario.plan.precision);
  return { b, s, s_k: s, a, d_h, t_c: coreSplit(ctx), mask: maskOf(ctx), elements, scaling };
}
