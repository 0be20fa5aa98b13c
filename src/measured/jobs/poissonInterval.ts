/** Halvings of the interval in which an end is searched for: more digits than a rate has. */
const HALVINGS = 100;

/**
 * Interval of the mean of a Poisson distribution of which `count` events were seen, with coverage of at least `share`:
 * the ends are the means at which so few, or so many, events have the probability (1 - share) / 2 (Garwood 1936,
 * Biometrika 28, 437-442). The lower end is 0 without events.
 */
export function poissonInterval(count: number, share: number): readonly [low: number, high: number] {
  const tail = (1 - share) / 2;
  const low = count === 0 ? 0 : meanAt(count - 1, 1 - tail);
  return [low, meanAt(count, tail)];
}

/** Mean at which at most `count` events have the probability `share`, which falls as the mean grows. */
function meanAt(count: number, share: number): number {
  // Ten standard deviations to either side: further down the terms of `atMost` overflow.
  const reach = 10 * Math.sqrt(count + 1) + 10;
  let [least, most] = [Math.max(0, count - reach), count + reach];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (least + most) / 2;
    if (atMost(count, middle) > share) least = middle;
    else most = middle;
  }
  return (least + most) / 2;
}

/** Probability of at most `count` events of a Poisson distribution. Terms are added from the largest, without underflow. */
function atMost(count: number, mean: number): number {
  // The terms below the last one are the last one times count/mean, (count/mean)((count-1)/mean) ..
  let [term, sum] = [1, 1];
  for (let n = count; n > 0 && term > sum * Number.EPSILON * 1e-3; n--) {
    term *= n / mean;
    sum += term;
  }
  return Math.min(1, sum * Math.exp(count * Math.log(mean) - mean - logFactorial(count)));
}

/** Natural logarithm of n!: a sum for small n, else Stirling's series (NIST DLMF 5.11.1). */
function logFactorial(n: number): number {
  if (n < 20) {
    let sum = 0;
    for (let one = 2; one <= n; one++) sum += Math.log(one);
    return sum;
  }
  const x = n + 1;
  return (
    (x - 0.5) * Math.log(x) -
    x +
    Math.log(2 * Math.PI) / 2 +
    1 / (12 * x) -
    1 / (360 * x ** 3) +
    1 / (1260 * x ** 5)
  );
}
