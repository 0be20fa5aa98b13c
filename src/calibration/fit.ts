import type { Constant } from "./constant.ts";
import { minimise, normalMatrix, type Problem, slopesAt } from "./minimise.ts";
import { outcomeOf, type Run } from "./readRuns.ts";
import { inverse } from "./solve.ts";

/** Final position of a constant, in steps of its scale. */
export interface Fit {
  readonly steps: number;
  /** Number of measured times and memories that are sensitive to it. */
  readonly measurements: number;
  /** Standard deviation of `steps`. The prior's is 1. */
  readonly deviation: number;
  readonly trades: { readonly constant: Constant; readonly correlation: number } | null;
}

/**
 * Expected relative error of a run. It balances runs against the prior: moving a constant by one step costs
 * as much as one run with this error.
 */
const EXPECTED_ERROR = 0.05;

/**
 * Relative change of a run below which it is insensitive. A constant is not fitted if one step to either side
 * changes no run by more.
 */
const INSENSITIVE = 0.001;

/** Residual of a run that the engine refuses, as log(predicted / measured): worse than any. */
const REFUSED = 5;

/** Constants that fit the runs best, in the order given. null for those that no run is sensitive to. */
export function fitConstants(
  runs: readonly Run[],
  constants: readonly Constant[],
  progress: (estimates: number) => void = () => {},
): readonly (Fit | null)[] {
  const evaluate = evaluator(runs, constants, progress);
  const start = constants.map(() => 0);
  const still = evaluate(start);
  const moved = constants.map((_, k) => {
    const sides = [1, -1].map((step) => evaluate(start.map((_zero, j) => (j === k ? step : 0))));
    return still.filter((z, i) =>
      sides.some((side) => Math.abs((side[i] ?? 0) - z) * EXPECTED_ERROR > INSENSITIVE),
    ).length;
  });
  const sensitive = constants.filter((_, k) => (moved[k] ?? 0) > 0);
  const problem: Problem = {
    least: sensitive.map(({ scale }) => scale.least),
    most: sensitive.map(({ scale }) => scale.most),
    residuals: (v) => evaluate(constants.map((constant) => v[sensitive.indexOf(constant)] ?? 0)),
  };
  const v = minimise(problem);
  const fits = withDeviations(problem, v, sensitive);
  return constants.map((constant, k) => {
    const fit = fits[sensitive.indexOf(constant)];
    return fit ? { ...fit, measurements: moved[k] ?? 0 } : null;
  });
}

/**
 * Residuals at given steps: log(predicted / measured) in units of the expected error, for time and memory of
 * every run.
 */
function evaluator(
  runs: readonly Run[],
  constants: readonly Constant[],
  progress: (estimates: number) => void,
): (steps: readonly number[]) => readonly number[] {
  const slots = runs.map((run) => {
    const outcome = outcomeOf(run);
    return {
      run,
      time: typeof outcome !== "string" && outcome.time !== null,
      memory: typeof outcome !== "string" && outcome.memory !== null,
      enters: constants.flatMap((constant, k) => (constant.runs.includes(run) ? [k] : [])),
      known: new Map<string, readonly number[]>(),
    };
  });
  let estimates = 0;
  return (steps) => {
    for (const [k, { scale, set }] of constants.entries()) set(scale.valueAt(steps[k] ?? 0));
    return slots.flatMap(({ run, time, memory, enters, known }) => {
      // Most moves change the constants of some runs only, and searches return to earlier positions.
      const key = enters.map((k) => steps[k]).join();
      const before = known.get(key);
      if (before) return before;
      if (known.size >= 8) known.clear();
      const outcome = outcomeOf(run);
      const log = (error: number | null) =>
        (error === null ? REFUSED : Math.max(-REFUSED, Math.min(REFUSED, Math.log1p(error)))) /
        EXPECTED_ERROR;
      const refused = typeof outcome === "string";
      const found = [
        ...(time ? [log(refused ? null : outcome.timeError)] : []),
        ...(memory ? [log(refused ? null : outcome.memoryError)] : []),
      ];
      known.set(key, found);
      if (++estimates % 2_000 === 0) progress(estimates);
      return found;
    });
  };
}

/**
 * Deviations from the curvature at the minimum, JᵀJ/s² + 1 for the prior, where s is the size of the
 * remaining residuals. Two more runs at the expected error are assumed, so that a perfect fit of few runs
 * claims no certainty.
 */
function withDeviations(
  problem: Problem,
  v: readonly number[],
  constants: readonly Constant[],
): readonly Omit<Fit, "measurements">[] {
  const z = problem.residuals(v);
  const slopes = slopesAt(problem, v, z);
  const sizes = z.reduce((sum, one) => sum + Math.abs(one), 0);
  // For a normal distribution the standard deviation is 1.2533 times the mean absolute deviation.
  const s = (1.2533 * sizes + 2) / (Math.max(0, z.length - v.length) + 2);
  const curvature = normalMatrix(
    slopes,
    z.map(() => 1 / s ** 2),
  );
  const covariance = inverse(curvature.map((row, k) => row.map((one, j) => (j === k ? one + 1 : one))));
  const deviation = (k: number) => Math.sqrt(covariance[k]?.[k] ?? 1);
  return v.map((steps, k) => {
    let trades: Fit["trades"] = null;
    constants.forEach((constant, j) => {
      const correlation = (covariance[k]?.[j] ?? 0) / (deviation(k) * deviation(j));
      if (j !== k && Math.abs(correlation) > Math.abs(trades?.correlation ?? 0))
        trades = { constant, correlation };
    });
    return { steps, deviation: deviation(k), trades };
  });
}
