/**
 * Number of cases that a test draws: `normal` in `npm test` and in a file run by name, a quarter of them in the quick suite, `slow`
 * in the slow one. The suites' configurations set SUITE.
 */
export function runs(normal: number, slow = normal): number {
  if (process.env.SUITE === "quick") return Math.ceil(normal / 4);
  return process.env.SUITE === "slow" ? slow : normal;
}
