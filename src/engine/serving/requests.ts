import { Random } from "../core/random.ts";
import type { Arrivals, LengthLaw } from "../scenario/arrivals.ts";
import { type Lengths, lengthsOf } from "./lengths.ts";

/** Request as it reaches one replica: its arrival, s, and its lengths in tokens. */
export interface Request {
  readonly arrival: number;
  readonly prompt: number;
  readonly output: number;
}

/**
 * Requests of one replica of `replicas`, which take the arriving requests in turn: times between requests of a replica
 * are sums of `replicas` times between arrivals, gamma distributed. Times are scaled so that their mean is exact.
 * Lengths are drawn from equally likely strata in random order. Equal seeds give the same requests, and a faster rate
 * only compresses their times.
 */
export function requestsOf(arrivals: Arrivals, replicas: number, count: number): readonly Request[] {
  const { perSecond, variation, prompt, output, seed } = arrivals;
  const chance = new Random(seed * 1_000_003);
  const shape = replicas / variation ** 2;
  const gaps = Array.from({ length: count }, () => (variation === 0 ? 1 : gamma(chance, shape)));
  const scale = ((replicas / perSecond) * count) / gaps.reduce((sum, one) => sum + one, 0);
  const prompts = lengths(prompt, count, chance);
  const outputs = lengths(output, count, chance);
  let arrival = 0;
  return gaps.map((gap, i) => {
    arrival += gap * scale;
    return { arrival, prompt: prompts[i] ?? 1, output: outputs[i] ?? 1 };
  });
}

const known = new WeakMap<LengthLaw, Lengths>();

/** Whole lengths of `count` requests, in random order. */
function lengths(law: LengthLaw, count: number, chance: Random): readonly number[] {
  if (law.variation === 0) return new Array<number>(count).fill(Math.max(1, Math.round(law.mean)));
  const made = known.get(law) ?? lengthsOf(law);
  known.set(law, made);
  const drawn = Array.from({ length: count }, (_, i) =>
    Math.max(1, Math.round(made.quantile((i + chance.uniform()) / count))),
  );
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(chance.uniform() * (i + 1));
    [drawn[i], drawn[other]] = [drawn[other] as number, drawn[i] as number];
  }
  return drawn;
}

/**
 * Gamma distributed number of a shape, with scale 1. Source: Marsaglia and Tsang, "A simple method for generating gamma
 * variables", ACM TOMS 26(3), 2000; shapes below 1 by their section 6. Normal numbers are Box and Muller's.
 */
function gamma(chance: Random, shape: number): number {
  if (shape === 1) return chance.exponential();
  if (shape < 1) return gamma(chance, shape + 1) * (1 - chance.uniform()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = Math.sqrt(2 * chance.exponential()) * Math.cos(2 * Math.PI * chance.uniform());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - chance.uniform()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
