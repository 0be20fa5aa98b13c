/** Wall-clock times, s, of simulated runs with random failures. They check the closed form. */
export interface Simulation {
  readonly runs: number;
  readonly seed: number;
  /** Wall-clock time of each simulated run, s, in ascending order. */
  readonly times: Float64Array;
  readonly mean: number;
  /** Lower end of the 95% confidence interval of `mean`, s. */
  readonly low: number;
  /** Upper end of the 95% confidence interval of `mean`, s. */
  readonly high: number;
  /** Expected wall-clock time by the closed form, s. */
  readonly expected: number;
  readonly goodput: number;
  /** Mean number of failures in a simulated run. */
  readonly failures: number;
  /** Returns the wall-clock time within which the given share of the runs ends, s. */
  percentile(share: number): number;
}
