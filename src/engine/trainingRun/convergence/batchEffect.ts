import * as book from "../../formulas/run/convergence.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/**
 * Token cost of the batch size: the critical batch size, and a token's progress ÷ its progress in a small
 * batch.
 */
export interface BatchEffect<N> {
  /** Critical batch size, in tokens; null where batch size is assumed to cost nothing. */
  readonly critical: N | null;
  readonly efficiency: N;
}

/**
 * Token cost of the batch size for a run of `D` tokens to the loss `L_x`, with `B_t` tokens for each update.
 * null where the critical batch depends on an unknown number.
 */
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
