import * as book from "../../formulas/model/diffusion.ts";
import type { Context } from "../inputs/context.ts";
import { type Operator, streamingPass, weightMatmul } from "../kernels/operator.ts";
import type { Again } from "../kernels/recomputed.ts";
import { layerVectors } from "../model/conditionParams.ts";

/**
 * Kernels that condition one layer of a diffusion transformer: the matmul that makes its modulations, two
 * modulated norms and two gates. None without conditioning. `stream` is the number of elements of the
 * residual stream.
 */
export function conditionOperators<N>(ctx: Context<N>, stream: N, again: Again): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const { conditioning } = scenario.model;
  if (!conditioning) return [];
  const A = scenario.plan.precision.activationBytes;
  // facebookresearch/DiT, models.py: modulate(x, shift, scale) and gate * f(x), read and written apart. Backward
  // reads the gradient and the tensor, writes one, and sums for shift, scale and gate.
  const applied = streamingPass(ctx, "modulations and gates", stream, [8 * A, 4], [16 * A, 8], again());
  if (conditioning.shared) return [applied];
  const h = x.dModel;
  const N = alg.apply(book.modulationColumns, { n_c: layerVectors(alg), h, t: x.tp });
  const M = alg.apply(book.conditionRows, { b: x.microBatch });
  return [weightMatmul(ctx, "matmul of the modulations", { M, N, K: h, n_b: x.one }, again()), applied];
}
