/** Relative error that a bound may have from adding in another order. */
export const ROUNDING = 1e-9;
