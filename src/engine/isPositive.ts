import type { Algebra } from "./algebra.ts";

/** Whether there is any of it. */
export const isPositive = <N>(alg: Algebra<N>, n: N): boolean => alg.decide([n], overZero);

const overZero = ([value = 0]: readonly number[]): boolean => value > 0;
