import { type Operator, streamingPass } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { type EagerKernels, eagerPass } from "./eagerPass.ts";

/**
 * Kernels that add the biases of the experts' last matrices, times each token's routing weight. The first
 * matrices' biases are added inside the matmul kernels, gradients included (Transformer Engine,
 * pytorch/module/grouped_linear.py).
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
  // Dispatchers that send a token once to a node use fp32 routing weights (DeepEP, HybridEP); others use the
  // router's format.
  const P = plan.dispatch === "per_node" ? 4 : A;
  const label = "biases of the experts";
  if (expertKernels === "eager")
    return [eagerPass(ctx, label, elements, ...eager(A, P, model.mlp.experts / plan.ep), recomputed)];
  // Forward reads and writes the outputs. Backward reads the gradient, to sum it over tokens and over
  // columns.
  return [streamingPass(ctx, label, elements, [2 * A, 1], [A, 1], recomputed)];
}

/**
 * Cost of adding the experts' biases with eager kernels, expert by expert
 * (megatron/core/transformer/moe/experts.py, TEGroupedMLP._apply_bias). `A` is the bytes of an activation, `P`
 * of a routing weight. Forward multiplies the bias by each token's routing weight (a broadcast of both), adds
 * it, concatenates the experts and converts formats where they differ. Backward converts formats and
 * concatenates gradients. For the bias and for the weight it also multiplies with broadcasting and sums the
 * result.
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
