/**
 * Logarithm of the standard normal distribution function, exact to about 14 digits. Computed near 0 by a series
 * (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.10), and further out by the continued
 * fraction of the tail (26.2.14).
 */
export function logNormalCdf(z: number): number {
  if (z < -NEAR) return Math.log(tail(-z));
  if (z > NEAR) return Math.log1p(-tail(z));
  return Math.log(0.5 + density(z) * oddSeries(z));
}

const NEAR = 3;

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Sum of the series z + z^3/3 + z^5/(3*5) + ... */
function oddSeries(z: number): number {
  let term = z;
  let total = z;
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(total); n += 2) {
    term *= (z * z) / n;
    total += term;
  }
  return total;
}

/** Probability that a standard normal variable exceeds z, for z well above 0: density / (z + 1/(z + 2/(z + ...))). */
function tail(z: number): number {
  let fraction = z;
  for (let n = 60; n >= 1; n--) fraction = z + n / fraction;
  return density(z) / fraction;
}
