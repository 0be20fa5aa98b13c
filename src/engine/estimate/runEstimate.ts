import type { Breakdown } from "./breakdown.ts";

/** The run to the token budget. */
export interface RunEstimate<N = number> {
  readonly steps: N;
  /** The steps without failures, s. */
  readonly training: N;
  readonly timeToTrain: N;
  /** Where that time goes: `run.training`, `run.rework` and so on. */
  readonly time: Breakdown<N>;
  /** null without a failure model */
  readonly failures: N | null;
  readonly deviceTime: N;
}
