/**
 * Renyi divergence of one round of the sampled Gaussian mechanism, at an integer order of at least 2: every
 * client takes part with probability `q`, and the noise is `sigma` times the clipping norm (arXiv:1908.10530,
 * section 3.3: ln A / (order - 1), with A the sum over k of C(order, k) (1-q)^(order-k) q^k exp((k^2-k) /
 * (2 sigma^2))). Sums are of logarithms, because the last terms overflow.
 */
export function renyi(q: number, sigma: number, order: number): number {
  if (q >= 1) return order / (2 * sigma * sigma);
  if (q <= 0) return 0;
  let binomial = 0;
  let most = Number.NEGATIVE_INFINITY;
  const terms: number[] = [];
  for (let k = 0; k <= order; k++) {
    if (k > 0) binomial += Math.log((order - k + 1) / k);
    const term =
      binomial + (order - k) * Math.log1p(-q) + k * Math.log(q) + (k * k - k) / (2 * sigma * sigma);
    terms.push(term);
    most = Math.max(most, term);
  }
  const sum = terms.reduce((all, term) => all + Math.exp(term - most), 0);
  return Math.max(0, most + Math.log(sum)) / (order - 1);
}
