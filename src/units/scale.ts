/**
 * Factors of the scale suffixes that can follow a number: `8Ki`, `175G`. `B` (10^9) is valid only before a counted
 * unit: `405B params`.
 */
export const scales: ReadonlyMap<string, number> = new Map([
  ["K", 1e3],
  ["M", 1e6],
  ["G", 1e9],
  ["T", 1e12],
  ["P", 1e15],
  ["E", 1e18],
  ["Ki", 2 ** 10],
  ["Mi", 2 ** 20],
  ["Gi", 2 ** 30],
  ["Ti", 2 ** 40],
  ["Pi", 2 ** 50],
  ["B", 1e9],
]);

/** Factor of a scale suffix: 1024 for `Ki`. Null for an unknown suffix. */
export function scaleFactor(scale: string): number | null {
  return scales.get(scale) ?? null;
}
