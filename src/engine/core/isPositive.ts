import type { Algebra } from "./algebra.ts";

/** Whether there is any of it. */
export const isPositive = <N>(alg: Algebra<N>, n: N): boolean =>
  alg.less(alg.constant("none", 0, "1", "definition"), n);
