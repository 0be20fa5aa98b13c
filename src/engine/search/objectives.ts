import type { MemoryBound } from "./memoryBound.ts";
import { type Aim, type Least, NOTHING } from "./search.ts";

/** Lower bounds of a search's objectives, computed from lower bounds of step time and memory. */
export interface Objectives {
  /** Result whose lower bound orders the branches; null where no objective rises with the step time or the memory. */
  readonly order: "step_time" | "memory" | null;
  /** Lower bound of each objective for a candidate with these lower bounds of time and memory. */
  least(known: Least): readonly number[];
  /** Lower bound of each objective in a branch. `bound`: lower bound of the result that `order` names. */
  leastIn(bound: number): readonly number[];
}

export function objectives(aims: readonly Aim[], memory: MemoryBound | null): Objectives {
  const least = ({ seconds, kernels, bytes }: Least): readonly number[] =>
    aims.map(({ bound, least }) => {
      if (bound === "step_time") return least ? least(seconds, kernels, bytes) : seconds;
      return bound === "memory" ? bytes : Number.NEGATIVE_INFINITY;
    });
  const onMemory = aims.length === 1 && aims[0]?.bound === "memory" && memory !== null;
  const onStep = aims.some(({ bound }) => bound === "step_time");
  return {
    order: onMemory ? "memory" : onStep ? "step_time" : null,
    least,
    leastIn: (bound) => least(onMemory ? { ...NOTHING, bytes: bound } : { ...NOTHING, seconds: bound }),
  };
}
