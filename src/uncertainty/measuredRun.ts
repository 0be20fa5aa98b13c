import type { RunKind, Sizes } from "./runKind.ts";

/** Quantities with residuals: step time and peak memory. */
export const measured = ["time", "memory"] as const;
export type Measured = (typeof measured)[number];

/** log(measured / predicted) of one run per quantity. null where it was not measured. */
export type Missed = Readonly<Record<Measured, number | null>>;

/** One measured run with the residuals of its estimates. */
export interface MeasuredRun {
  readonly id: string;
  readonly kind: RunKind;
  readonly sizes: Sizes;
  /** Publication that the run comes from. */
  readonly source: string;
  /** True where calibration and intervals exclude the run, so that it can test them. */
  readonly heldOut: boolean;
  /** True where someone wrote the run as a program by hand. */
  readonly byHand: boolean;
  /**
   * Residuals of the run as a user would write it. This is the hand-written program, else the row without
   * facts known only from recipes and campaigns. Intervals use these.
   */
  readonly missed: Missed;
  /** Residuals with everything known of the run, as the table is read. */
  readonly byTable: Missed;
  /** Time residual as a user would write the run, with guesses for the device's calibrated constants. */
  readonly guessed: number | null;
  /** Time residual as a user would write the run without naming a software stack. */
  readonly unnamed: number | null;
}
