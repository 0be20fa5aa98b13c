import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/compute/optimizers.ts";
import { optimizerTraits } from "../inputs/optimizers.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { type MatrixState, stageMatrices } from "../model/stageMatrices.ts";

/**
 * Optimizer state of a stage other than its moments, B; null for optimizers without any. `P` are the
 * parameters without routed experts.
 */
export function matrixState<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  P: N,
  shards: MatrixState<N>,
): N | null {
  const { alg, x, scenario } = ctx;
  const { optimizer, shampoo } = scenario.plan;
  const { matrices } = optimizerTraits[optimizer];
  if (matrices === null) return null;
  if (matrices === "orthogonal") {
    const { dense } = stageMatrices(ctx, stage, false, "param", ({ n, rows, columns }) =>
      alg.apply(book.matrixNumbers, { n, n_a: rows, n_b: columns }),
    );
    return alg.apply(book.ownMoments, { B_o: x.momentBytes, P, P_x: dense, n_s: shards.dense });
  }
  const n_k = shampoo && alg.input("plan.optimizer.block", shampoo.block, "1");
  const numbers = stageMatrices(ctx, stage, false, "1", ({ n, rows, columns }) =>
    n_k
      ? alg.apply(book.preconditionerNumbers, { n, n_a: rows, n_b: columns, n_k })
      : alg.apply(book.factoredNumbers, { n, n_a: rows, n_b: columns }),
  );
  const bytes = (n: N, n_s: N): N => alg.apply(book.extraState, { B_x: x.floatBytes, n, n_s });
  const dense = bytes(numbers.dense, shards.dense);
  if (numbers.experts === null) return dense;
  return alg.sum("the optimizer's state by matrix", "B", [
    { label: "state per matrix except routed experts", value: dense },
    { label: "state per matrix of routed experts", value: bytes(numbers.experts, shards.experts ?? x.one) },
  ]);
}
