import type { Framework } from "../../scenario/framework.ts";
import { type Operator, type PassCost, streamingPass } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { type EagerKernels, eagerPass } from "./eagerPass.ts";

/** Where an activation function runs: its elements, by what kernels, whether again before backward. */
export interface Activated<N> {
  readonly label: string;
  /** The feed-forward's width for every token. */
  readonly elements: N;
  readonly kernels: Framework["expertKernels"];
  readonly recomputed: boolean;
}

/** Of all but routed experts: a stack's kernels are fused or eager. */
export const denseKernels = ({ fused }: Framework): Framework["expertKernels"] =>
  fused ? "compiled" : "eager";

/** The activation function of a feed-forward, and the limits of a clamped one; none where the products' kernels have both in them. */
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

/** A gate is a kernel of its own where it is not fused. */
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
 * Eager limits of both halves of the first product's result (megatron/core/fusions/fused_bias_geglu.py,
 * weighted_bias_quick_geglu_impl): each half is limited, and they are joined again. Backward, a comparison and a choice for the gate, two
 * comparisons, their conjunction and a choice for the other half, and the gradients joined (PyTorch, clamp_backward in
 * torch/csrc/autograd/FunctionsManual.cpp; the zero that it fills for each half is not counted). A half of a row is strided; a
 * truth takes one byte.
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
