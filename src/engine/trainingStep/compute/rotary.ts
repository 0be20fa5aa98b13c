import { type Operator, streamingPass } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { eagerPass } from "./eagerPass.ts";

/** Operator of rotary position embeddings over `elements` elements of queries and keys. */
export function rotaryOperator<N>(ctx: LayerContext<N>, elements: N, recomputed: boolean): Operator<N> {
  const { model, plan } = ctx.scenario;
  const { fused, yarnFused } = plan.framework;
  const label = "rotary positions";
  const A = plan.precision.activationBytes;
  if (fused && model.positions === "yarn" && !yarnFused)
    return eagerPass(ctx, label, elements, ...scaled(A), recomputed);
  // Eager kernels: multiply by cosine; swap the halves and negate one; multiply by sine; add.
  const cost = fused ? ([2 * A, 2] as const) : ([10 * A, 10] as const);
  return streamingPass(ctx, label, elements, cost, cost, recomputed);
}

/**
 * Cost of Megatron Core's unfused rotation of queries and keys (rope_utils.py, _apply_rotary_pos_emb_bshd),
 * which runs separately for each. `A` is the bytes of an element. The rotation multiplies by cosines, negates a
 * half, swaps the halves, multiplies by sines, adds, and concatenates the unrotated part, which is empty.
 * Cosines and sines are broadcast over heads; half rows are strided. Backward reverses this, adds the two
 * gradients and adds zeros for the unrotated part.
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
