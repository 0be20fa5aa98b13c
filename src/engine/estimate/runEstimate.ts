import type { Breakdown } from "./breakdown.ts";

/** Steps and duration of the run to the token budget. */
export interface RunEstimate<N = number> {
  readonly steps: N;
  /** Duration of all steps without failures, s. */
  readonly training: N;
  /** Wall-clock time of the run, s, with failures, checkpoints and waits. */
  readonly timeToTrain: N;
  /** Breakdown of `timeToTrain` by cause: `run.training`, `run.rework` and so on. */
  readonly time: Breakdown<N>;
  /** Expected number of failures in the run; null without a failure model. */
  readonly failures: N | null;
  /** Number of devices × `timeToTrain`, device-seconds. */
  readonly deviceTime: N;
}
