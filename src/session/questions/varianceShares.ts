import {
  byPlace,
  type Draws,
  drawn,
  makeSampling,
  type RandomInput,
  type Sampling,
} from "../../dsl/evaluate/index.ts";

/** Number of points of each of the two samplings, at most. */
const POINTS = 2_048;

/** Share of a number's variance that one random input brings. */
export interface VarianceShare {
  readonly input: RandomInput;
  /** Share that is gone once this input alone is known. */
  readonly first: number;
  /** Share that is left once all other inputs are known: alone, and together with others. */
  readonly total: number;
}

const known = new WeakMap<Draws, readonly VarianceShare[]>();

/**
 * Sobol indices of an uncertain number, an input each in the order of the text. Two samplings A and B, and for each input A with
 * that input from B. First order: Saltelli et al. 2010, Computer Physics Communications 181, 259-270, table 2 (b); total: Jansen
 * 1999, Computer Physics Communications 117, 35-43 (table 2 (f) there). Empty for a number without variance.
 */
export function varianceShares(draws: Draws): readonly VarianceShare[] {
  const ready = known.get(draws);
  if (ready) return ready;
  const inputs = [...draws.inputs].sort(byPlace);
  const count = Math.min(POINTS, draws.most);
  const [a, b] = [makeSampling(inputs, count, 0), makeSampling(inputs, count, inputs.length)];
  const [atA, atB] = [drawn(draws, a), drawn(draws, b)];
  const { mean, variance } = momentsOf([atA, atB]);
  const shares = variance > 0 ? inputs.map((input) => shareOf(input, drawn(draws, mixed(a, b, input)))) : [];
  known.set(draws, shares);
  return shares;

  function shareOf(input: RandomInput, atMixed: Float64Array): VarianceShare {
    let [first, total, answered] = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const [one, other, both] = [atA[i] as number, atB[i] as number, atMixed[i] as number];
      if (!Number.isFinite(one + other + both)) continue;
      first += (other - mean) * (both - one);
      total += (one - both) ** 2;
      answered++;
    }
    const share = (sum: number): number => Math.min(1, Math.max(0, sum / answered / variance));
    // Alone an input brings no more than with others; a small first order is below the estimator's noise.
    const whole = share(total / 2);
    return { input, first: Math.min(share(first), whole), total: whole };
  }
}

/** Sampling `a` with one input from `b`. */
const mixed = (a: Sampling, b: Sampling, input: RandomInput): Sampling => ({
  count: a.count,
  known: new WeakMap(),
  uniform: (one) => (one === input ? b : a).uniform(one),
});

/** Smallest spread, relative to the mean, that is no rounding error. */
const NOTHING = 1e-9;

function momentsOf(columns: readonly Float64Array[]): { readonly mean: number; readonly variance: number } {
  let [sum, count] = [0, 0];
  for (const column of columns)
    for (const one of column) {
      if (!Number.isFinite(one)) continue;
      sum += one;
      count++;
    }
  const mean = sum / count;
  let squares = 0;
  for (const column of columns)
    for (const one of column) if (Number.isFinite(one)) squares += (one - mean) ** 2;
  const variance = squares / count;
  return { mean, variance: Math.sqrt(variance) > NOTHING * Math.abs(mean) ? variance : 0 };
}
