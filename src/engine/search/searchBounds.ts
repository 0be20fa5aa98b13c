import type { Scenario } from "../scenario/scenario.ts";
import type { PeakEnds } from "../trainingStep/memory/fit.ts";
import type { Bound } from "./branches.ts";
import type { Candidates, Point } from "./candidates.ts";
import { type Capacity, capacity } from "./capacity.ts";
import { FIRST } from "./closer.ts";
import { type EndlessRuns, endlessRuns } from "./endlessRuns.ts";
import { type Memo, memo } from "./memo.ts";
import { type MemoryBound, memoryBound } from "./memoryBound.ts";
import { type Orders, ordersOf } from "./orders.ts";
import { overOrders } from "./overOrders.ts";
import type { Search } from "./search.ts";
import { type Space, spaceOf } from "./space.ts";
import { stageKernels } from "./stageKernels.ts";
import { type StepBound, stepBound } from "./stepBound.ts";
import { type Validity, validity } from "./validity.ts";

/** Bounds and checks of a search's candidates. A bound is null where nothing bounds it, or where no aim or condition needs it. */
export interface SearchBounds {
  readonly orders: Orders;
  readonly step: StepBound | null;
  readonly memory: MemoryBound | null;
  readonly capacity: Capacity;
  /** Lower bound of a candidate's time in kernels, s. */
  readonly kernels: ((point: Point) => number) | null;
  readonly endless: EndlessRuns | null;
  readonly checks: Validity;
}

/** Makes the bounds and checks of a search. `base`: scenario of its first candidate; null where that candidate has none. */
export function searchBounds(search: Search, candidates: Candidates, base: Scenario | null): SearchBounds {
  const space = spaceOf(candidates);
  const ends = search.fitting ? peakEnds(space, search.fitting, base) : null;
  const orders = ordersOf(space, base);
  const step = base && overOrders(space, orders, stepBound(space, base));
  const memory = base && step && memoryBound(space, base, step.work);
  const needsKernels = search.unwanted || search.aims.some((aim) => aim.least);
  const kernels = step && needsKernels ? stageKernels(space, step.work) : null;
  const endless = base && endlessRuns(space, base);
  const checks = [...validity(space, base), ...(endless ? [endless.each] : [])];
  const sure = search.fitting?.sure ?? true;
  return { orders, step, memory, capacity: capacity(sure, memory, ends), kernels, endless, checks };
}

/**
 * Returns the lower bound that orders the branches: of the peak memory or of the step's time, as `order` says. Null where
 * `order` is null or the bound cannot be computed.
 */
export function orderingBound(
  { step, memory }: SearchBounds,
  order: "step_time" | "memory" | null,
): Bound | null {
  if (order === "memory" && memory)
    return { at: (point) => memory.device(point).bytes, reads: () => memory.reads };
  return order === "step_time" && step ? { at: step[FIRST], reads: step.reads[FIRST] } : null;
}

function peakEnds(
  space: Space,
  fitting: NonNullable<Search["fitting"]>,
  base: Scenario | null,
): Memo<PeakEnds> {
  return memo(space, {
    name: "ends of the memory peak",
    fields: () => fitting.reads,
    make: fitting.ends,
    base,
  });
}
