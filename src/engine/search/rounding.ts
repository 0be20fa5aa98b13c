/** Relative rounding error that a bound may have because it adds in another order. */
export const ROUNDING = 1e-9;
