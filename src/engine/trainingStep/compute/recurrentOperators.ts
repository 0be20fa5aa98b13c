import * as shapes from "../../formulas/compute/shapes.ts";
import { columnsElements } from "../../formulas/model/mla.ts";
import * as book from "../../formulas/model/recurrent.ts";
import { type Gemm, gemmTimes } from "../kernels/kernels.ts";
import { type Operator, streamingPass, weightMatmul } from "../kernels/operator.ts";
import type { Again } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { mambaOperators } from "../model/mamba.ts";
import { mixing, recurrentColumns } from "../model/recurrent.ts";
import type { HeadInputs, RecurrentInputs } from "../model/recurrentInputs.ts";
import { recurrentTraits } from "../model/recurrentTraits.ts";

/**
 * Kernels of a recurrent mixer in training: input projection, convolution, the scan in chunks
 * (arXiv:2405.21060, section 6), gate and norm, output projection. Heads are sharded over tensor-parallel ranks
 * (section 8.1 of the paper), and over context-parallel ranks from the convolution to the scan.
 */
export function recurrentOperators<N>(
  ctx: LayerContext<N>,
  inputs: RecurrentInputs<N>,
  again: Again,
): readonly Operator<N>[] {
  if (inputs.form === "columns") return mambaOperators(ctx, inputs, again);
  const { alg, x, scenario } = ctx;
  const { projected, values } = recurrentColumns(alg, inputs, x.tp);
  const whole = mixing(ctx);
  const { mixed } = recurrentColumns(alg, inputs, whole.t);
  const shape = { s: x.localSeqLen, b: x.microBatch };
  const M = alg.apply(shapes.microBatchTokens, shape);
  const A = scenario.plan.precision.activationBytes;
  const elements = (N: N, s: N): N => alg.apply(columnsElements, { N, t_s: x.one, s, b: x.microBatch });
  return [
    weightMatmul(ctx, "input projection", { M, N: projected, K: x.dModel, n_b: x.one }, again(), "input"),
    // The convolution, if any, and the activation function after it are one kernel.
    streamingPass(
      ctx,
      inputs.of.conv > 0 ? "convolution" : "activation of values, keys and queries",
      elements(mixed, whole.s),
      [2 * A, 1],
      [3 * A, 1],
      again(),
    ),
    ...scan(ctx, inputs, again()),
    streamingPass(ctx, "gate and norm", elements(values, x.localSeqLen), [3 * A, 1], [5 * A, 1], again()),
    weightMatmul(ctx, "output projection", { M, N: x.dModel, K: values, n_b: x.one }, again(), "output"),
  ];
}

/**
 * Operators of a scan in chunks. Matmuls inside a chunk are queries with keys and scores with values, as in
 * attention; others go from chunks to states, and from states to chunks. With a corrected state (delta rule)
 * each runs twice (arXiv:2406.06484, section 3).
 */
function scan<N>(ctx: LayerContext<N>, inputs: HeadInputs<N>, recomputed: boolean): readonly Operator<N>[] {
  const { alg, x } = ctx;
  const { a_r, a_g, d_p, d_n, of } = inputs;
  const { s, t } = mixing(ctx);
  const c = alg.apply(book.chunkLength, { s, s_c: inputs.s_c });
  const batch = (heads: N): N => alg.apply(book.chunkProducts, { b: x.microBatch, s, s_c: c, a_r: heads, t });
  const n_b = batch(a_r);
  const twice = recurrentTraits[of.kind].corrects;
  const products: readonly (readonly [label: string, shape: Gemm<N>])[] = [
    ["queries and keys of chunks", { M: c, N: c, K: d_n, n_b: batch(a_g) }],
    ["values of chunks", { M: c, N: d_p, K: c, n_b }],
    ["chunks to states", { M: d_n, N: d_p, K: c, n_b }],
    ["states to chunks", { M: c, N: d_p, K: d_n, n_b }],
  ];
  const found: Operator<N>[] = [];
  for (const [label, shape] of products) {
    const { forward, backward } = gemmTimes(ctx, shape, x.attentionRate);
    found.push({ kind: "attention", label, forward, backward, recomputed });
    if (twice) found.push({ kind: "attention", label: `${label}, corrected`, forward, backward, recomputed });
  }
  return found;
}
