import type { Framework } from "../../scenario/framework.ts";
import { type Operator, type PassCost, streamingPass } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { type EagerKernels, eagerPass } from "./eagerPass.ts";

/**
 * Inputs for the kernels of an activation function: their label, the size of the tensor, the kind of kernels,
 * and whether backward recomputes them.
 */
export interface Activated<N> {
  readonly label: string;
  /** Number of elements of the feed-forward's hidden layer: its width times the tokens. */
  readonly elements: N;
  readonly kernels: Framework["expertKernels"];
  readonly recomputed: boolean;
}

/** Kind of activation kernels in dense layers and shared experts: compiled where the framework fuses, else eager. */
export const denseKernels = ({ fused }: Framework): Framework["expertKernels"] =>
  fused ? "compiled" : "eager";

/**
 * Kernels of a feed-forward's activation function and of the clamp before it. The list is empty where the
 * matmul kernels include both.
 */
export function activationOperators<N>(
  ctx: LayerContext<N>,
  { label, elements, kernels, recomputed }: Activated<N>,
): readonly Operator<N>[] {
  if (kernels === "fused") return [];
  const { precision, framework } = ctx.scenario.plan;
  const A = precision.activationBytes;
  const found = [
    streamingPass(ctx, label, elements, ...activated(A, ctx.gated, framework.fused), recomputed),
  ];
  if (ctx.mlp.clamped && kernels === "eager")
    found.push(eagerPass(ctx, `limits of the ${label}`, elements, ...limited(A), recomputed));
  return found;
}

/**
 * Cost of an activation function for each element of the hidden layer: bytes moved, and number of kernels. `A`
 * is the bytes of an element. Without fusion, multiplying by the gate is a separate kernel.
 */
function activated(A: number, gated: boolean, fused: boolean): PassCost {
  if (!gated)
    return [
      [2 * A, 1],
      [3 * A, 1],
    ];
  return fused
    ? [
        [3 * A, 1],
        [5 * A, 1],
      ]
    : [
        [5 * A, 2],
        [9 * A, 3],
      ];
}

/**
 * Cost of eagerly clamping both halves of the first matmul's result
 * (megatron/core/fusions/fused_bias_geglu.py, weighted_bias_quick_geglu_impl). Forward clamps each half and
 * concatenates them. Backward compares and selects for the gate, compares twice, combines and selects for the
 * other half, and concatenates the gradients (PyTorch, clamp_backward in
 * torch/csrc/autograd/FunctionsManual.cpp). Filling zeros for each half is not counted. Half rows are
 * strided; a boolean takes one byte.
 */
function limited(A: number): readonly [forward: EagerKernels, backward: EagerKernels] {
  const joined = 2 * (2 * A);
  const limits = 2 * (2 * A);
  const compared = 3 * (A + 1) + 2 * (1 + 2 * A);
  const conjunction = 3;
  return [
    { bytes: limits + joined, kernels: 3, strided: { bytes: limits, passes: 2 } },
    { bytes: compared + conjunction + joined, kernels: 7, strided: { bytes: compared, passes: 5 } },
  ];
}
