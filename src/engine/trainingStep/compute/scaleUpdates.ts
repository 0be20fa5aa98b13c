import { repeatedSeconds } from "../../formulas/compute/work.ts";
import { kernelStart } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Kernels that compute scales from past maxima under delayed scaling (NVIDIA/TransformerEngine v0.8,
 * pytorch/fp8.py, amax_and_scale_update). The kernels run before a module's forward pass for inputs and
 * weights, and before its backward pass for the gradient of the output. The tensors are tiny, so a kernel takes
 * only its start time. Recomputation reuses the scales of the first pass.
 */
export function scaleUpdates<N>({ alg, x, scenario }: LayerContext<N>): readonly Operator<N>[] {
  const { framework, precision } = scenario.plan;
  if (precision.scaling !== "delayed" || framework.scaleKernels === 0) return [];
  const time = alg.apply(repeatedSeconds, { n: x.scaleKernels, tau: kernelStart(alg) });
  return [
    {
      kind: "memory_bound",
      label: "scales of past maxima",
      forward: time,
      backward: time,
      recomputed: false,
    },
  ];
}
