import type { Algebra } from "./algebra.ts";

/** True where `n` is greater than 0. */
export const isPositive = <N>(alg: Algebra<N>, n: N): boolean =>
  alg.less(alg.constant("none", 0, "1", "definition"), n);
