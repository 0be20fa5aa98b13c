import type { Happening, MeasuredLog } from "../log/measuredLog.ts";
import { median } from "../steady/order.ts";
import type { IterationState, SteadyState } from "../steady/steadyState.ts";
import { restartsBetween } from "../steady/steadyState.ts";

/**
 * Use of a run's wall-clock time. `rework`: iterations before a restart that the run computes again after it. `recovery`:
 * from the last iteration before a restart to the start of the first one after it, without either.
 */
export type WallClockPart =
  | "training"
  | "checkpoints"
  | "rework"
  | "recovery"
  | "evaluation"
  | "warm_up"
  | "stalls"
  | "other";

/** End of a run's start, after which it was started again. */
export interface RunFailure {
  /** Last iteration before the restart, and the first one after it. */
  readonly after: number;
  readonly resumed: number;
  /** Iterations that were computed again, and the time that they had taken, s. */
  readonly lost: number;
  readonly lostSeconds: number;
  /** Time without iterations, s; null where the log has no times of day. */
  readonly recovery: number | null;
}

/** Wall-clock time of a run, from the start of its first logged iteration to the end of the last. */
export interface WallClock {
  /** Sum of all parts, s. */
  readonly seconds: number;
  /** Time of each part, s. Parts without time are absent. */
  readonly parts: ReadonlyMap<WallClockPart, number>;
  readonly failures: readonly RunFailure[];
  /** True where the log has times of day, so that time between iterations and starts is known. */
  readonly isTimed: boolean;
}

/** Parts that take what an iteration of a state takes beyond a steady one. */
const BEYOND: Readonly<Partial<Record<IterationState, WallClockPart>>> = {
  "warm-up": "warm_up",
  evaluation: "evaluation",
  checkpoint: "checkpoints",
  pause: "stalls",
  stall: "stalls",
};

/** Resolution of a log's clock, s, and the error of its durations: shorter gaps without an event are rounding. */
const [CLOCK, TOLERANCE] = [1, 0.02];

/** Start of a run: its place in the list of iterations, and the number of its first iteration. */
interface Start {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  /** Iterations between two lines of the log. */
  readonly every: number;
}

/** Time of one start of a run. */
interface Leg {
  readonly parts: ReadonlyMap<WallClockPart, number>;
  /** Iterations that a later start computes again. */
  readonly lost: number;
}

/**
 * Divides the wall-clock time of a log. null for a log without durations. A line stands for all iterations since the line
 * before it. An iteration that an evaluation, a checkpoint or a stall lengthens trains for as long as a steady one. Time
 * between two lines beyond their iterations belongs to the event between them; without an event it is `other`, if a
 * clock of whole seconds shows it. An
 * evaluation and a checkpoint together share it as they do, on the median, where each is alone.
 */
export function wallClock(log: MeasuredLog, steady: SteadyState): WallClock | null {
  const { iterations } = log;
  if (!steady.seconds) return null;
  const normal = steady.seconds.median;
  const gaps = gapsOf(log, normal);
  const starts = startsOf(log);
  const legs = starts.map((start, at) => {
    const redone = Math.min(...starts.slice(at + 1).map(({ first }) => first));
    return legOf(log, steady, start, redone, { normal, gaps });
  });
  const parts = new Map<WallClockPart, number>();
  for (const leg of legs) for (const [part, seconds] of leg.parts) add(parts, part, seconds);
  const failures = starts.slice(1).map((start, at): RunFailure => {
    const [before, first] = [iterations[start.from - 1], iterations[start.from]];
    const gap =
      before?.time === undefined || first?.time === undefined
        ? null
        : Math.max(0, first.time - before.time - (first.seconds ?? normal) * start.every);
    if (gap !== null) add(parts, "recovery", gap);
    const leg = legs[at];
    return {
      after: before?.number ?? 0,
      resumed: start.first,
      lost: leg?.lost ?? 0,
      lostSeconds: leg?.parts.get("rework") ?? 0,
      recovery: gap,
    };
  });
  return {
    seconds: [...parts.values()].reduce((sum, one) => sum + one, 0),
    parts,
    failures,
    isTimed: iterations.every(({ time }) => time !== undefined),
  };
}

/** Starts of a run, each with the iterations that its lines stand for. */
function startsOf(log: MeasuredLog): readonly Start[] {
  const { iterations } = log;
  const begins = [...new Set([0, ...restartsBetween(log)])].filter((at) => at >= 0).sort((a, b) => a - b);
  return begins.map((from, at): Start => {
    const to = begins[at + 1] ?? iterations.length;
    const gaps: number[] = [];
    for (let index = from + 1; index < to; index++)
      gaps.push((iterations[index]?.number ?? 0) - (iterations[index - 1]?.number ?? 0));
    const every = Math.max(1, gaps.length === 0 ? 1 : median(gaps));
    return { from, to, every, first: (iterations[from]?.number ?? 0) - every + 1 };
  });
}

/** Time of one start. Iterations from `redone` on are computed again by a later start. */
function legOf(
  log: MeasuredLog,
  { states }: SteadyState,
  { from, to, every }: Start,
  redone: number,
  { normal, gaps }: { readonly normal: number; readonly gaps: readonly Gap[] },
): Leg {
  const parts = new Map<WallClockPart, number>();
  let lost = 0;
  for (let index = from; index < to; index++) {
    const one = log.iterations[index];
    if (!one) continue;
    const last = index > from ? log.iterations[index - 1] : undefined;
    const count = last ? Math.max(1, one.number - last.number) : every;
    const again = Math.min(count, Math.max(0, one.number - redone + 1));
    const took = (one.seconds ?? normal) * count;
    const beyond = BEYOND[states[index] ?? "untimed"];
    const extra = beyond === undefined ? 0 : Math.max(0, took - normal * count);
    // The gap is before the iteration: a checkpoint from which a later start goes on is not lost.
    const gapLost = last !== undefined && last.number >= redone ? 1 : 0;
    const used: readonly (readonly [WallClockPart, number, number])[] = [
      ["training", took - extra, again / count],
      [beyond ?? "training", extra, again / count],
      ...(last ? (gaps[index] ?? []).map(([part, seconds]) => [part, seconds, gapLost] as const) : []),
    ];
    for (const [part, seconds, lostShare] of used) {
      add(parts, part, seconds * (1 - lostShare));
      add(parts, "rework", seconds * lostShare);
    }
    lost += again;
  }
  return { parts, lost };
}

/** Time before the line of an iteration beyond the iterations that the line stands for, s by part. */
type Gap = readonly (readonly [part: WallClockPart, seconds: number])[];

function gapsOf({ iterations, happenings }: MeasuredLog, normal: number): readonly Gap[] {
  const ordered = [...happenings].sort((a, b) => a.line - b.line);
  let at = 0;
  const found = iterations.map((one, index) => {
    const kinds = new Set<Happening["kind"]>();
    for (let next = ordered[at]; next && next.line < one.line; next = ordered[++at]) kinds.add(next.kind);
    const last = iterations[index - 1];
    const known = last?.time !== undefined && one.time !== undefined ? one.time - last.time : 0;
    const took = (one.seconds ?? normal) * Math.max(1, one.number - (last?.number ?? 0));
    const gap = Math.max(0, known - took);
    const isNoise = kinds.size === 0 && gap < CLOCK + TOLERANCE * took;
    return { seconds: isNoise ? 0 : gap, parts: eventsOf(kinds) };
  });
  const alone = (part: WallClockPart): number => {
    const times = found.filter(({ parts }) => parts.length === 1 && parts[0] === part);
    return times.length === 0 ? 0 : median(times.map(({ seconds }) => seconds));
  };
  const typical = new Map(EVENTS.map((part) => [part, alone(part)] as const));
  return found.map(({ seconds, parts }): Gap => {
    const whole = parts.reduce((sum, part) => sum + (typical.get(part) ?? 0), 0);
    return parts.map((part) => {
      const share = whole > 0 ? (typical.get(part) ?? 0) / whole : 1 / parts.length;
      return [part, seconds * share];
    });
  });
}

const EVENTS: readonly WallClockPart[] = ["evaluation", "checkpoints"];

/** Parts that the events between two lines belong to. */
function eventsOf(kinds: ReadonlySet<Happening["kind"]>): readonly WallClockPart[] {
  const found = EVENTS.filter((part) => kinds.has(part === "evaluation" ? "evaluation" : "checkpoint"));
  return found.length > 0 ? found : [kinds.size > 0 ? "stalls" : "other"];
}

function add(parts: Map<WallClockPart, number>, part: WallClockPart, seconds: number): void {
  if (seconds > 0) parts.set(part, (parts.get(part) ?? 0) + seconds);
}
