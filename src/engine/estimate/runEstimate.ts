import type { Breakdown } from "./breakdown.ts";

/** The run to the token budget. */
export interface RunEstimate<N = number> {
  readonly steps: N;
  /** Duration of the steps without failures, s. */
  readonly training: N;
  readonly timeToTrain: N;
  /** Breakdown of the time to train: `run.training`, `run.rework` and so on. */
  readonly time: Breakdown<N>;
  /** Expected number of failures; null without a failure model. */
  readonly failures: N | null;
  readonly deviceTime: N;
}
