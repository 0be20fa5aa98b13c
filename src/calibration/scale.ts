import type { FieldRow } from "../dsl/schema/index.ts";

/**
 * A constant on the logarithmic scale that a fit moves it on: 0 is the value it starts from, 1 is one standard deviation of
 * the prior.
 */
export interface Scale {
  /** Steps to the limits that the schema sets. */
  readonly least: number;
  readonly most: number;
  /** The constant's value after `steps`, inside its limits. */
  valueAt(steps: number): number;
}

/** One step of a share, such as an efficiency. */
const SHARE_STEP = 4 / 3;
/** One step of anything else: a time, a size, a number of kernels. */
const STEP = 2;

/** The scale of a field that the schema marks as calibrated, around the value it starts from. */
export function scaleOf({ accepts, calibrated }: FieldRow, start: number): Scale {
  const [least, most] = calibrated ?? [start, start];
  const isShare = accepts.numbers?.includes("1") === true && most <= 1;
  const step = Math.log(isShare ? SHARE_STEP : STEP);
  const inside = Math.min(most, Math.max(least, start));
  return {
    least: Math.log(least / inside) / step,
    most: Math.log(most / inside) / step,
    // Exactly the start, even outside the limits: a constant that no run moves stays what it was.
    valueAt: (steps) =>
      steps === 0 ? start : Math.min(most, Math.max(least, inside * Math.exp(step * steps))),
  };
}
