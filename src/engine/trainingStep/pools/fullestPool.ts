import type { MemoryEstimate } from "../../estimate/estimate.ts";
import { memoryShare } from "../../formulas/step/pools.ts";
import type { Context } from "../inputs/context.ts";

/** Memory of the pool whose devices are fullest relative to their own capacity. */
export function fullestPool<N>({ alg }: Context<N>, pools: readonly MemoryEstimate<N>[]): MemoryEstimate<N> {
  const share = ({ peak, capacity }: MemoryEstimate<N>): N =>
    alg.apply(memoryShare, { Q: peak, Q_c: capacity });
  const fullest = pools.reduce((most, one) => (alg.less(share(most), share(one)) ? one : most));
  return { ...fullest, stored: pools.every(({ stored }) => stored) };
}
