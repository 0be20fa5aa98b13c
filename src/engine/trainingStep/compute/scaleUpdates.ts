import { repeatedSeconds } from "../../formulas/compute/work.ts";
import { kernelStart } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Scales of the maxima of passes before, under delayed scaling: before a module runs forward, those of its inputs and weights; before
 * it runs backward, that of its output's gradient (NVIDIA/TransformerEngine v0.8, pytorch/fp8.py, amax_and_scale_update). They are of a few
 * numbers, so that a kernel takes its start alone. Recomputation takes the scales of the first pass.
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
