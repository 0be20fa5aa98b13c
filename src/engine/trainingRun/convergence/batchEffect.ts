import * as book from "../../formulas/run/convergence.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/** What the batch costs in tokens: the critical batch size, and the progress of a token over that in a small batch. */
export interface BatchEffect<N> {
  /** null where batches are taken to cost nothing. */
  readonly critical: N | null;
  readonly efficiency: N;
}

/** For a run of `D` tokens to the loss `L_x`, whose updates rest on `B_t` tokens each; null where the critical batch depends on what is not known. */
export function batchEffect<N>(
  { alg, x, scenario }: Context<N>,
  B_t: N,
  D: N | null,
  L_x: N | null,
): BatchEffect<N> | null {
  const { criticalBatch } = scenario.plan;
  if (criticalBatch === "none") return { critical: null, efficiency: x.one };
  const B_c =
    typeof criticalBatch === "number"
      ? alg.input("plan.critical_batch", criticalBatch, "token")
      : criticalBatch === "zhang"
        ? D && alg.apply(book.criticalBatchOfTokens, { D })
        : L_x && alg.apply(book.criticalBatchOfLoss, { L_x });
  if (B_c === null) return null;
  return { critical: B_c, efficiency: alg.apply(book.statisticalEfficiency, { B_c, B_t }) };
}
