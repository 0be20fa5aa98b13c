/** What a bound may be off by, of itself: sums in another order round otherwise. */
export const ROUNDING = 1e-9;
