import type { Breakdown } from "./breakdown.ts";

/** Cost of the run to the token budget, $, in total and per unit. */
export interface CostEstimate<N = number> {
  readonly total: Breakdown<N>;
  /** Total cost of the run ÷ its tokens, $/token. */
  readonly perToken: N;
  /** Total cost of the run ÷ its device time, $/GPU/s. */
  readonly rate: N;
}
