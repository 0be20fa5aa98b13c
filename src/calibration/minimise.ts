import { solve } from "./solve.ts";

/**
 * Least-squares problem. Residuals z are in units of the expected error, constants v in steps of the prior, 0
 * at the start. The objective sums Huber's loss of every z and v²/2 of every constant.
 */
export interface Problem {
  readonly least: readonly number[];
  readonly most: readonly number[];
  residuals(v: readonly number[]): readonly number[];
}

interface Point {
  readonly v: readonly number[];
  readonly z: readonly number[];
  readonly loss: number;
}

/**
 * Huber's loss: quadratic up to one expected error, linear beyond it. An outlier pulls with the force of an
 * error of size 1.
 */
function huber(z: number): number {
  const size = Math.abs(z);
  return size <= 1 ? (z * z) / 2 : size - 0.5;
}

/**
 * Constants of least loss, by three passes. A coarse search along each axis leaves plateaus, which a
 * collective hidden by computation causes. Reweighted Gauss-Newton steps follow the slopes of all constants
 * together. A fine search along each axis ends on kinks, which maxima and whole waves cause. Deterministic.
 */
export function minimise(problem: Problem): readonly number[] {
  let point = at(
    problem,
    problem.least.map(() => 0),
  );
  point = searchAxes(problem, point, [1, 0.5]);
  point = gaussNewton(problem, point);
  return searchAxes(problem, point, [0.25, 0.1, 0.04, 0.015]).v;
}

function at(problem: Problem, v: readonly number[]): Point {
  const z = problem.residuals(v);
  let loss = 0;
  for (const one of z) loss += huber(one);
  for (const one of v) loss += (one * one) / 2;
  return { v, z, loss };
}

const limited = ({ least, most }: Problem, v: readonly number[]) =>
  v.map((one, k) => Math.min(most[k] ?? one, Math.max(least[k] ?? one, one)));

const SWEEPS = 3;

function searchAxes(problem: Problem, start: Point, sizes: readonly number[]): Point {
  let best = start;
  for (const size of sizes) {
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const before = best.loss;
      for (let k = 0; k < best.v.length; k++) best = searchAxis(problem, best, k, size);
      if (!(best.loss < before - 1e-4 * (1 + before))) break;
    }
  }
  return best;
}

/** Steps of one size along one axis, as long as they reduce the loss. */
function searchAxis(problem: Problem, start: Point, k: number, size: number): Point {
  for (const step of [size, -size]) {
    let best = start;
    for (;;) {
      const next = at(
        problem,
        limited(
          problem,
          best.v.map((one, j) => (j === k ? one + step : one)),
        ),
      );
      if (!(next.loss < best.loss - 1e-9)) break;
      best = next;
    }
    if (best !== start) return best;
  }
  return start;
}

const MOST_STEPS = 12;

/** Levenberg-Marquardt on reweighted squares: Huber's loss gives each residual its weight. */
function gaussNewton(problem: Problem, start: Point): Point {
  let best = start;
  let damping = 0.01;
  for (let step = 0; step < MOST_STEPS; step++) {
    const slopes = slopesAt(problem, best.v, best.z);
    let next: Point | null = null;
    while (next === null && damping < 1e4) {
      const trial = at(problem, limited(problem, newton(problem, best, slopes, damping)));
      if (trial.loss < best.loss) next = trial;
      damping = next ? damping / 10 : damping * 10;
    }
    if (next === null) return best;
    const gained = best.loss - next.loss;
    best = next;
    if (gained < 1e-3 * (1 + best.loss)) return best;
  }
  return best;
}

function newton(
  { least, most }: Problem,
  { v, z }: Point,
  slopes: readonly (readonly number[])[],
  damping: number,
): readonly number[] {
  const weights = z.map((one) => 1 / Math.max(1, Math.abs(one)));
  const downhill = slopes.map((slope, k) => -dot(slope, z, weights) - (v[k] ?? 0));
  // A constant at its limit that would leave it stays there, and the others move without it.
  const free = v.flatMap((one, k) => {
    const way = downhill[k] ?? 0;
    return (one <= (least[k] ?? 0) && way < 0) || (one >= (most[k] ?? 0) && way > 0) ? [] : [k];
  });
  const matrix = normalMatrix(
    free.map((k) => slopes[k] ?? []),
    weights,
  );
  const move = solve(
    matrix.map((row, k) => row.map((one, j) => (j === k ? (one + 1) * (1 + damping) : one))),
    free.map((k) => downhill[k] ?? 0),
  );
  return v.map((one, k) => one + Math.max(-2, Math.min(2, move[free.indexOf(k)] ?? 0)));
}

/** Difference step, wide enough to look past a single kink. */
const DIFFERENCE = 0.1;

/** Slope of every residual by each constant: a forward difference, or a backward one at an upper limit. */
export function slopesAt(
  problem: Problem,
  v: readonly number[],
  z: readonly number[] = problem.residuals(v),
): readonly (readonly number[])[] {
  return v.map((value, k) => {
    const step = value + DIFFERENCE > (problem.most[k] ?? 0) ? -DIFFERENCE : DIFFERENCE;
    const moved = problem.residuals(v.map((one, j) => (j === k ? one + step : one)));
    return moved.map((one, i) => (one - (z[i] ?? 0)) / step);
  });
}

/** Normal matrix JᵀWJ. */
export function normalMatrix(
  slopes: readonly (readonly number[])[],
  weights: readonly number[],
): readonly (readonly number[])[] {
  return slopes.map((one) => slopes.map((other) => dot(one, other, weights)));
}

function dot(one: readonly number[], other: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0) * (weights[i] ?? 0);
  return sum;
}
