import { vocabularyColumns } from "../../formulas/compute/shapes.ts";
import { matrixElements } from "../../formulas/model/lora.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Context } from "../inputs/context.ts";
import { streamingTime } from "../kernels/kernels.ts";
import type { Operator, OperatorKind } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { weightMatrices } from "../model/weightMatrices.ts";

/**
 * Kernels that add 16-bit gradients to fp32 gradients after every backward pass, matrix by matrix. The list is
 * empty where the matmul kernels accumulate gradients themselves.
 */
export function gradientSums<N>(ctx: LayerContext<N>): readonly Operator<N>[] {
  if (!sumsApart(ctx.scenario.plan)) return [];
  const { dense, experts } = weightMatrices(ctx, false);
  return [...dense, ...experts].map(({ label, n, rows, columns }) =>
    gradientSum(ctx, "memory_bound", label, { n, n_a: rows, n_b: columns }),
  );
}

/**
 * Kernel that adds the head's 16-bit gradient to its fp32 gradient. The kernel for the embedding is in
 * endOperators.ts.
 */
export function headGradientSum<N>(ctx: Context<N>, label: string): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  if (!sumsApart(scenario.plan)) return [];
  const N = alg.apply(vocabularyColumns, { V: x.vocab, t: x.tp, n: x.vocabMultiple });
  return [gradientSum(ctx, "vocabulary", label, { n: x.one, n_a: x.dModel, n_b: N })];
}

/**
 * True where a framework adds 16-bit gradients to fp32 gradients in separate kernels. False in fp16, where such
 * frameworks have 16-bit gradients only, and under LoRA, where all but the adapters are frozen.
 */
const sumsApart = ({ framework, precision, lora }: Plan): boolean =>
  framework.gradientSumBytes > 0 &&
  lora === null &&
  precision.compute !== "fp16" &&
  precision.gradientBytes > precision.weightBytes;

function gradientSum<N>(
  ctx: Context<N>,
  kind: OperatorKind,
  label: string,
  matrix: { readonly n: N; readonly n_a: N; readonly n_b: N },
): Operator<N> {
  const { alg, x } = ctx;
  const backward = streamingTime(ctx, x.gradientSumBytes, alg.apply(matrixElements, matrix), 2);
  const forward = alg.constant("forward", 0, "s", "gradients are summed in the backward pass only");
  return {
    ...{ kind, label: `${label}, gradients added up`, forward, backward, weights: backward },
    recomputed: false,
  };
}
