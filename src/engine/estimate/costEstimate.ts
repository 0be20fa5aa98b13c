import type { Breakdown } from "./breakdown.ts";

/** The cost of the run to the token budget. */
export interface CostEstimate<N = number> {
  readonly total: Breakdown<N>;
  /** Cost of a token, $/token. */
  readonly perToken: N;
  /** Cost of a device-second, all parts together, $/GPU/s. */
  readonly rate: N;
}
