import type { FieldRow } from "../dsl/schema/index.ts";

/**
 * Logarithmic scale of a constant for a fit: 0 is its initial value, 1 is one standard deviation of the
 * prior.
 */
export interface Scale {
  /** Steps to the limits. */
  readonly least: number;
  readonly most: number;
  /** Value of the constant after `steps`, inside its limits. */
  valueAt(steps: number): number;
}

/** Factor of one step of a share, such as an efficiency. */
const SHARE_STEP = 4 / 3;
/** Factor of one step of any other constant, such as a time or a size. */
const STEP = 2;
/** Number of steps from zero to the schema's limit, for a constant that starts at 0. */
const STEPS_FROM_NOTHING = 4;

/** Scale of a field that the schema marks as calibrated, around its initial value. */
export function scaleOf({ accepts, calibrated }: FieldRow, start: number): Scale {
  const [least, most] = calibrated ?? [start, start];
  if (start < least) return fromNothing(start, least, most);
  const isShare = accepts.numbers?.includes("1") === true && most <= 1;
  const step = Math.log(isShare ? SHARE_STEP : STEP);
  const inside = Math.min(most, start);
  return {
    least: Math.log(least / inside) / step,
    most: Math.log(most / inside) / step,
    // Exactly the start, even above the limit: a constant that no run moves is unchanged.
    valueAt: (steps) =>
      steps === 0 ? start : Math.min(most, Math.max(least, inside * Math.exp(step * steps))),
  };
}

/**
 * Scale that starts at (nearly) zero: linear up to `least`, logarithmic beyond it, and never below the start.
 */
function fromNothing(start: number, least: number, most: number): Scale {
  const step = Math.log((most - start) / least + 1) / STEPS_FROM_NOTHING;
  return {
    least: 0,
    most: STEPS_FROM_NOTHING,
    valueAt: (steps) => (steps <= 0 ? start : Math.min(most, start + least * Math.expm1(step * steps))),
  };
}
