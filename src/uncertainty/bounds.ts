import type { Algebra } from "../engine/core/algebra.ts";
import type { Estimate } from "../engine/estimate/estimate.ts";
import type { Formula } from "../engine/formulas/notation/formula.ts";
import * as book from "../engine/formulas/run/uncertainty.ts";
import type { Basis } from "./basis.ts";
import type { Measured } from "./measuredRun.ts";

/** A number of an estimate that carries an interval. */
export interface Bounded {
  /** Path of the number in the language. Its ends are `PATH.low` and `PATH.high`. */
  readonly path: string;
  /** Label for users. */
  readonly label: string;
  readonly unit: string;
  readonly of: Measured;
  /** True for a rate: it falls as the time rises. */
  readonly rate: boolean;
  /** Fields without which the estimate has no such number: `plan.tokens`. */
  readonly needs?: readonly string[];
  read<N>(estimate: Estimate<N>): N | null;
  /** One end of the interval, from the number and the residual at that end. */
  end<N>(alg: Algebra<N>, value: N, residual: N): N;
}

/** Row of a bounded number. `formula` has two symbols: the number, and the residual `r_res`. */
const bounded = <S extends string>(
  row: Omit<Bounded, "end" | "rate" | "unit"> & { readonly rate?: boolean },
  formula: Formula<S>,
  symbol: Exclude<S, "r_res">,
): Bounded => ({
  rate: false,
  unit: formula.unit,
  ...row,
  end: <N>(alg: Algebra<N>, value: N, residual: N) =>
    alg.apply(formula, { [symbol]: value, r_res: residual } as Readonly<Record<S, N>>),
});

export const boundedOutputs: readonly Bounded[] = [
  bounded(
    { path: "step_time", label: "step time", of: "time", read: (e) => e.time.step.value },
    book.stepTimeBound,
    "T",
  ),
  bounded(
    { path: "mfu", label: "MFU", of: "time", rate: true, read: (e) => e.mfu },
    book.utilisationBound,
    "eta_u",
  ),
  bounded(
    { path: "tokens_per_s", label: "throughput", of: "time", rate: true, read: (e) => e.tokensPerSecond },
    book.tokenRateBound,
    "W_t",
  ),
  bounded(
    { path: "memory.peak", label: "peak memory", of: "memory", read: (e) => e.memory.peak },
    book.memoryBound,
    "Q",
  ),
  bounded(
    {
      path: "time_to_train",
      label: "time to train",
      of: "time",
      needs: ["plan.tokens"],
      read: (e) => e.run?.timeToTrain ?? null,
    },
    book.trainTimeBound,
    "tau",
  ),
  bounded(
    {
      path: "cost",
      label: "cost",
      of: "time",
      needs: ["plan.tokens", "cluster.price"],
      read: (e) => e.cost?.total.value ?? null,
    },
    book.costBound,
    "c_r",
  ),
];

/** A number with its interval. */
export interface Bounds<N = number> {
  readonly value: N;
  readonly low: N;
  readonly high: N;
}

/** A number with both ends of its interval. null where the estimate has no such number. */
export function boundsOf<N>(
  alg: Algebra<N>,
  row: Bounded,
  estimate: Estimate<N>,
  basis: Basis,
): Bounds<N> | null {
  const value = row.read(estimate);
  if (value === null) return null;
  const { low, high } = basis.ends;
  const [below, above] = row.rate ? ([high, low] as const) : ([low, high] as const);
  const end = (residual: number) =>
    row.end(alg, value, alg.constant("residual", residual, "1", `${basis.phrase}; docs/uncertainty.md`));
  return { value, low: end(below), high: end(above) };
}
