import { type Operator, streamingPass } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { eagerPass } from "./eagerPass.ts";

/** Rotary positions of `elements` of queries and keys. */
export function rotaryOperator<N>(ctx: LayerContext<N>, elements: N, recomputed: boolean): Operator<N> {
  const { model, plan } = ctx.scenario;
  const { fused, yarnFused } = plan.framework;
  const label = "rotary positions";
  const A = plan.precision.activationBytes;
  if (fused && model.positions === "yarn" && !yarnFused)
    return eagerPass(ctx, label, elements, ...scaled(A), recomputed);
  // Eager: times cosine; halves swapped, one negated; times sine; added.
  const cost = fused ? ([2 * A, 2] as const) : ([10 * A, 10] as const);
  return streamingPass(ctx, label, elements, cost, cost, recomputed);
}

/**
 * Megatron Core's own rotation (rope_utils.py, _apply_rotary_pos_emb_bshd), once for queries and once for keys: times the cosines; a half
 * negated, the halves joined the other way round; times the sines; the sum; joined with what is not rotated, which is nothing.
 * Cosines and sines are broadcast over heads, halves of rows are strided. Backward the same from behind, the two gradients added, and the
 * zeros of what is not rotated added to them.
 */
function scaled(A: number) {
  const strided = { bytes: 2 * A + A + 2 * A, passes: 2.5 };
  const joined = 2 * A;
  const sum = 3 * A;
  return [
    { bytes: strided.bytes + joined + sum + joined, kernels: 2 * 6, strided },
    { bytes: strided.bytes + joined + sum + (A + sum), kernels: 2 * 7, strided },
  ] as const;
}
