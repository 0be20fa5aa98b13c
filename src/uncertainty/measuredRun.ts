import type { RunKind, Sizes } from "./runKind.ts";

/** What residuals are of: the step's time, or the peak of memory. */
export const measured = ["time", "memory"] as const;
export type Measured = (typeof measured)[number];

/** log(measured / predicted) of one run; null where it was not measured. */
export type Missed = Readonly<Record<Measured, number | null>>;

/** One measured run beside its estimates. */
export interface MeasuredRun {
  readonly id: string;
  readonly kind: RunKind;
  readonly sizes: Sizes;
  /** Where it was published. */
  readonly source: string;
  /** Whether constants, and intervals, are made without it, so that it can test them. */
  readonly heldOut: boolean;
  /** Whether someone wrote it as a program by hand. */
  readonly byHand: boolean;
  /** As a user writes it: a program by hand, else the row without what only recipes and campaigns tell. Intervals are made of these. */
  readonly missed: Missed;
  /** As the table is read, with all that is known of the run. */
  readonly byTable: Missed;
  /** Of the time, as a user writes it, had nobody measured its device: with guesses for the device's calibrated constants. */
  readonly guessed: number | null;
  /** Of the time, as a user writes it who names no software stack. */
  readonly unnamed: number | null;
}
