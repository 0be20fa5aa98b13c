export const divisors = (n: number): readonly number[] =>
  Array.from({ length: Math.min(n, 4_096) }, (_, i) => i + 1).filter((d) => n % d === 0);

/** Divisors of `n` up to 4,096, ordered by their ratio to `wanted`: the nearest first. */
export function nearest(n: number, wanted: number): readonly number[] {
  const distance = (d: number): number => Math.abs(Math.log(d / wanted));
  return [...divisors(n)].sort((a, b) => distance(a) - distance(b));
}

/** The `count` divisors of `n` nearest to `wanted`, in ascending order, for a help line. */
export function near(n: number, wanted: number, count = 4): readonly number[] {
  return nearest(n, wanted)
    .slice(0, count)
    .sort((a, b) => a - b);
}

/**
 * Multiples of `step` next to the number `of`: the largest one up to `of`, and the one above it. Only `step` itself
 * where `of` is smaller than `step`.
 */
export function multiples(step: number, of: number): readonly number[] {
  const below = Math.floor(of / step) * step;
  return below > 0 ? [below, below + step] : [step];
}

export const ratio = (a: number, b: number): string => String(Number((a / b).toPrecision(5)));
