import { type Operator, streamingPass } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { type EagerKernels, eagerPass } from "./eagerPass.ts";

/**
 * The biases of the experts' last matrices, times each token's share of the expert. Those of the first matrices are added, and their
 * gradients summed, in the products' kernels (Transformer Engine, pytorch/module/grouped_linear.py).
 */
export function expertBiases<N>(
  ctx: LayerContext<N>,
  elements: N,
  recomputed: boolean,
): readonly Operator<N>[] {
  const { model, plan } = ctx.scenario;
  const { expertKernels } = plan.framework;
  if (!model.bias || model.mlp.kind !== "moe" || expertKernels === "fused") return [];
  const A = plan.precision.activationBytes;
  // What sends tokens once to a node takes their shares in fp32 (DeepEP, HybridEP); else they have the router's format.
  const P = plan.dispatch === "per_node" ? 4 : A;
  const label = "biases of the experts";
  if (expertKernels === "eager")
    return [eagerPass(ctx, label, elements, ...eager(A, P, model.mlp.experts / plan.ep), recomputed)];
  // Read, biased and written; backward the gradient is read for the sums over tokens and over columns.
  return [streamingPass(ctx, label, elements, [2 * A, 1], [A, 1], recomputed)];
}

/**
 * Expert by expert (megatron/core/transformer/moe/experts.py, TEGroupedMLP._apply_bias): the bias times each token's share, a broadcast
 * of both; the sum; all experts joined; and back to the activations' format where the shares have another. Backward, beside the
 * formats, the gradients joined, and for the bias and the share each a product that is broadcast and a sum over it.
 */
function eager(
  A: number,
  P: number,
  experts: number,
): readonly [forward: EagerKernels, backward: EagerKernels] {
  const other = P === A ? 0 : 1;
  const format = other * (A + P);
  const sum = A + 2 * P;
  const product = 2 * P;
  return [
    {
      bytes: P + sum + 2 * P + format,
      kernels: 2 * experts + 1 + other,
      strided: { bytes: P, passes: 1 },
    },
    {
      bytes: 2 * format + 2 * A + 2 * (product + P),
      kernels: (4 + other) * experts + 1 + other,
      strided: { bytes: 2 * product, passes: 2 },
    },
  ];
}
