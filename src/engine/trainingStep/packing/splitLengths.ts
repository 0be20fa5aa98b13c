import type { Documents } from "../../scenario/data.ts";

type Measured = Extract<Documents, { readonly lengths: readonly number[] }>;

/**
 * Means of document lengths, of their squares and of their fourth powers. Documents longer than a sequence
 * are first split into pieces.
 */
export function splitLengths(
  { lengths, shares }: Measured,
  seqLen: number,
): readonly [number, number, number] {
  let pieces = 0;
  const sums: [number, number, number] = [0, 0, 0];
  const add = (tokens: number, weight: number): void => {
    pieces += weight;
    [1, 2, 4].forEach((power, i) => {
      sums[i] = (sums[i] ?? 0) + weight * tokens ** power;
    });
  };
  lengths.forEach((tokens, i) => {
    const share = shares[i] ?? 0;
    const whole = Math.floor(tokens / seqLen);
    if (whole > 0) add(seqLen, share * whole);
    if (tokens % seqLen > 0) add(tokens % seqLen, share);
  });
  return [sums[0] / pieces, sums[1] / pieces, sums[2] / pieces];
}
