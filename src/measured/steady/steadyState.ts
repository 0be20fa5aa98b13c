import type { Happening, Iteration, MeasuredLog } from "../log/measuredLog.ts";
import { changesOf } from "./levels.ts";
import { median, quantile, robustDeviation, sorted } from "./order.ts";

/**
 * State of an iteration. `steady`: a normal step. `warm-up`: before the first normal steps of a start. `evaluation`,
 * `checkpoint`, `pause` (garbage collection, a profiler's file): longer, with such an event between it and the iteration
 * before it. `stall`: longer for no reason in the log. `fast`: shorter than a step can be. `shifted`: at another level of
 * step time that lasts. `other batch`: with another global batch. `untimed`: without a duration.
 */
export type IterationState =
  | "steady"
  | "warm-up"
  | "evaluation"
  | "checkpoint"
  | "pause"
  | "stall"
  | "fast"
  | "shifted"
  | "other batch"
  | "untimed";

/** Iterations that share one level of step time. */
export interface Level {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Median step time, s. */
  readonly seconds: number;
}

/** Share of a run that one state takes. */
export interface Spell {
  readonly state: IterationState;
  readonly count: number;
  /** Time of these iterations, s. */
  readonly seconds: number;
  /** Time beyond what as many steady iterations take, s. Negative for fast ones. */
  readonly beyond: number;
}

/** Steady state of a run: the step time without warm-up, events and stalls. */
export interface SteadyState {
  /** State of each iteration of the log, in its order. */
  readonly states: readonly IterationState[];
  /** Step time of steady iterations, s: the median, the ends of their middle 80%, and the mean. */
  readonly seconds: {
    readonly median: number;
    readonly p10: number;
    readonly p90: number;
    readonly mean: number;
  } | null;
  readonly steadyCount: number;
  /** Levels of the step time, where it changes for good. One level for a run that does not change. */
  readonly levels: readonly Level[];
  readonly spells: readonly Spell[];
  /** Number of times that the run was started again. */
  readonly restarts: number;
}

/** Largest relative difference from the median at which an iteration is always steady. */
const TOLERANCE = 0.05;
/** Largest difference from the median in robust standard deviations at which an iteration is steady. */
const DEVIATIONS = 5;
/** Number of steady iterations in a row with which a warm-up ends. */
const SETTLED = 3;

/** Iteration with its duration, and its place in the log's list. */
interface Timed {
  readonly at: number;
  readonly iteration: Iteration;
  readonly seconds: number;
}

/** Tells the iterations of a log apart, and finds the step time of those that are steady. */
export function steadyState(log: MeasuredLog): SteadyState {
  const states = new Array<IterationState>(log.iterations.length).fill("untimed");
  const timed = log.iterations.flatMap((iteration, at): readonly Timed[] =>
    iteration.seconds === undefined ? [] : [{ at, iteration, seconds: iteration.seconds }],
  );
  const restarts = log.happenings.filter(({ kind }) => kind === "restart").map(({ line }) => line);
  const batch = commonBatch(timed);
  const alike = timed.filter(({ iteration }) => (iteration.batch ?? batch) === batch);
  for (const { at } of timed) states[at] = "other batch";
  const levels = levelsOf(alike);
  const main = levels.reduce<readonly Timed[]>((best, one) => (one.length > best.length ? one : best), []);
  const bounds = boundsOf(main);
  for (const { at } of alike) states[at] = "shifted";
  for (const { at, seconds } of main) states[at] = stateOf(seconds, bounds, () => before(log, at));
  markWarmUps(alike, states, bounds, restarts);
  const steady = main.filter(({ at }) => states[at] === "steady").map(({ seconds }) => seconds);
  const order = sorted(steady);
  const middle = quantile(order, 0.5);
  return {
    states,
    seconds:
      steady.length === 0
        ? null
        : { median: middle, p10: quantile(order, 0.1), p90: quantile(order, 0.9), mean: meanOf(steady) },
    steadyCount: steady.length,
    levels: levels.filter((one) => one.some(({ at }) => states[at] !== "warm-up")).map(levelOf),
    spells: spellsOf(timed, states, middle),
    restarts: new Set(restartsBetween(log)).size,
  };
}

/** Global batch of most iterations; of two with as many, the later one. */
function commonBatch(timed: readonly Timed[]): number | undefined {
  const counts = new Map<number | undefined, number>();
  for (const { iteration } of timed) counts.set(iteration.batch, (counts.get(iteration.batch) ?? 0) + 1);
  let found: readonly [batch: number | undefined, count: number] = [undefined, 0];
  for (const [batch, count] of counts) if (batch !== undefined && count >= found[1]) found = [batch, count];
  return found[0];
}

function levelsOf(timed: readonly Timed[]): readonly (readonly Timed[])[] {
  const cuts = [0, ...changesOf(timed.map(({ seconds }) => seconds)), timed.length];
  return cuts.slice(1).map((end, index) => timed.slice(cuts[index], end));
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

function boundsOf(timed: readonly Timed[]): Bounds {
  const numbers = timed.map(({ seconds }) => seconds);
  const middle = median(numbers);
  const reach = Math.max(TOLERANCE * middle, DEVIATIONS * robustDeviation(numbers, middle));
  return { low: middle - reach, high: middle + reach };
}

/** Events between an iteration's line and the one before it. A log prints an event before the iteration that it delays. */
function before({ iterations, happenings }: MeasuredLog, at: number): readonly Happening[] {
  const [from, to] = [iterations[at - 1]?.line ?? 0, iterations[at]?.line ?? 0];
  return happenings.filter(({ line }) => line > from && line < to);
}

function stateOf(
  seconds: number,
  { low, high }: Bounds,
  happenings: () => readonly Happening[],
): IterationState {
  if (seconds >= low && seconds <= high) return "steady";
  if (seconds < low) return "fast";
  const kinds = new Set(happenings().map(({ kind }) => kind));
  if (kinds.has("evaluation")) return "evaluation";
  if (kinds.has("checkpoint")) return "checkpoint";
  return kinds.has("collection") || kinds.has("profiling") ? "pause" : "stall";
}

/**
 * Marks the warm-up of each start of a run: all iterations before the first that begins a row of steady ones. A start
 * with too few iterations for a row is left as it is.
 */
function markWarmUps(
  timed: readonly Timed[],
  states: IterationState[],
  { low, high }: Bounds,
  restarts: readonly number[],
): void {
  const begins = [0, ...restarts].map((line) => timed.findIndex(({ iteration }) => iteration.line >= line));
  for (const begin of new Set(begins)) {
    if (begin < 0) continue;
    const next = Math.min(...begins.filter((one) => one > begin), timed.length);
    const leg = timed.slice(begin, next);
    const settled = leg.findIndex((_, index) => {
      const row = leg.slice(index, index + SETTLED);
      return row.length === SETTLED && row.every(({ seconds }) => seconds >= low && seconds <= high);
    });
    for (const { at, seconds } of leg.slice(0, Math.max(settled, 0)))
      if (seconds < low || seconds > high) states[at] = "warm-up";
  }
}

const levelOf = (timed: readonly Timed[]): Level => ({
  from: timed[0]?.iteration.number ?? 0,
  to: timed.at(-1)?.iteration.number ?? 0,
  count: timed.length,
  seconds: median(timed.map(({ seconds }) => seconds)),
});

function spellsOf(
  timed: readonly Timed[],
  states: readonly IterationState[],
  middle: number,
): readonly Spell[] {
  const found = new Map<IterationState, Spell>();
  for (const { at, seconds } of timed) {
    const state = states[at] ?? "untimed";
    const known = found.get(state) ?? { state, count: 0, seconds: 0, beyond: 0 };
    found.set(state, {
      state,
      count: known.count + 1,
      seconds: known.seconds + seconds,
      beyond: known.beyond + seconds - middle,
    });
  }
  return [...found.values()].sort((a, b) => b.seconds - a.seconds);
}

/** Places of the log's list at which the run was started again, without starts before the first iteration. */
export function restartsBetween({ iterations, happenings }: MeasuredLog): readonly number[] {
  return happenings
    .filter(({ kind, line }) => kind === "restart" && line > (iterations[0]?.line ?? 0))
    .map(({ line }) => iterations.findIndex((one) => one.line >= line));
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
