import { vocabularyColumns } from "../../formulas/compute/shapes.ts";
import { matrixElements } from "../../formulas/model/lora.ts";
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
  if (!sumsApart(ctx)) return [];
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
  const { alg, x } = ctx;
  if (!sumsApart(ctx)) return [];
  const N = alg.apply(vocabularyColumns, { V: x.vocab, t: x.tp, n: x.vocabMultiple });
  return [gradientSum(ctx, "vocabulary", label, { n: x.one, n_a: x.dModel, n_b: N })];
}

/**
 * True where a framework adds 16-bit gradients to fp32 gradients in separate kernels. False in fp16, where such
 * frameworks have 16-bit gradients only, and for frozen weights.
 */
const sumsApart = ({ gradients, scenario: { plan } }: Context<unknown>): boolean =>
  plan.framework.gradientSumBytes > 0 &&
  gradients === "weights" &&
  plan.precision.compute !== "fp16" &&
  plan.precision.gradientBytes > plan.precision.weightBytes;

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
