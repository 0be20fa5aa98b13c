import type { Breakdown } from "./breakdown.ts";

/** The cost of the run to the token budget. */
export interface CostEstimate<N = number> {
  readonly total: Breakdown<N>;
  /** $/token */
  readonly perToken: N;
  /** Of a device-second, all parts together, $/GPU/s. */
  readonly rate: N;
}
