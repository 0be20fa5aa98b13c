import type { Algebra } from "./algebra.ts";

/** A field that a scenario may lack. It is told by what comes back: a field that is looked at as it is holds a record to its value. */
export const optionalInput = <N>(
  alg: Algebra<N>,
  path: string,
  value: number | null,
  unit: string,
): N | null => (value === null ? null : alg.input(path, value, unit));
