/** Wall-clock times of runs drawn by chance, beside the closed form. Times are in seconds. */
export interface Simulation {
  readonly runs: number;
  readonly seed: number;
  /** Of each run, the shortest first. */
  readonly times: Float64Array;
  readonly mean: number;
  /** Ends of the mean's 95% confidence interval. */
  readonly low: number;
  readonly high: number;
  /** What the closed form says the mean is. */
  readonly expected: number;
  readonly goodput: number;
  /** Of a run, on average. */
  readonly failures: number;
  /** The time within which this share of the runs ends. */
  percentile(share: number): number;
}
