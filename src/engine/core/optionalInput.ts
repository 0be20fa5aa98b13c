import type { Algebra } from "./algebra.ts";

/**
 * Input of a field that a scenario may lack, or null. Reading the field's value directly would tie a recorded
 * program to that value.
 */
export const optionalInput = <N>(
  alg: Algebra<N>,
  path: string,
  value: number | null,
  unit: string,
): N | null => (value === null ? null : alg.input(path, value, unit));
