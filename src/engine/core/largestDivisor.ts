/** The largest divisor of a whole number that is at most `most`; 1 where either is not whole. */
export function largestDivisorAtMost(of: number, most: number): number {
  if (!Number.isSafeInteger(of)) return 1;
  let divisor = Math.max(1, Math.min(of, Math.floor(most)));
  while (of % divisor !== 0) divisor--;
  return divisor;
}
