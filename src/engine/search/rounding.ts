/** Relative rounding error of a lower bound, which adds its terms in another order than the estimate. */
export const ROUNDING = 1e-9;
