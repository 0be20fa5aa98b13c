/** Wall-clock times of randomly simulated runs, to compare with the closed form. Times are in seconds. */
export interface Simulation {
  readonly runs: number;
  readonly seed: number;
  /** Time of each run, ascending. */
  readonly times: Float64Array;
  readonly mean: number;
  /** Lower end of the mean's 95% confidence interval; `high` is the upper end. */
  readonly low: number;
  readonly high: number;
  /** Mean time by the closed form. */
  readonly expected: number;
  readonly goodput: number;
  /** Average number of failures in a run. */
  readonly failures: number;
  /** The time within which a given share of the runs ends. */
  percentile(share: number): number;
}
