import type { Algebra } from "./algebra.ts";

/**
 * Input of a field that a scenario may lack, or null. Code that reads the field's value itself would make it a constant of
 * compiled estimates (`engine/compiled`).
 */
export const optionalInput = <N>(
  alg: Algebra<N>,
  path: string,
  value: number | null,
  unit: string,
): N | null => (value === null ? null : alg.input(path, value, unit));
