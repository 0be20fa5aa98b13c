export const divisors = (n: number): readonly number[] =>
  Array.from({ length: Math.min(n, 4_096) }, (_, i) => i + 1).filter((d) => n % d === 0);

/** The divisors nearest to a wanted one, for a help line. */
export function near(n: number, wanted: number, count = 4): readonly number[] {
  return [...divisors(n)]
    .sort((a, b) => Math.abs(Math.log(a / wanted)) - Math.abs(Math.log(b / wanted)))
    .slice(0, count)
    .sort((a, b) => a - b);
}
