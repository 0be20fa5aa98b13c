import type { KernelKind } from "../kernels/kernelKinds.ts";
import type { KernelEvents } from "./kernelEvents.ts";

/** Row of a traced step. Kernels of different rows can run at once. */
export type TraceLane = "computation" | "communication" | "copies";

/** Kernels of one lane that follow one another, most of their time in kernels of one kind. */
export interface TraceBar {
  readonly lane: TraceLane;
  readonly kind: KernelKind;
  /** Start of the first kernel and end of the last, s from the start of the step. */
  readonly start: number;
  readonly end: number;
  /** Share of the bar's time in which kernels of the lane run, 0 to 1. */
  readonly busy: number;
}

/** One profiled step as bars over time, for drawing. */
export interface TraceTimeline {
  /** Number of the step; null in a trace without marks of steps. */
  readonly step: number | null;
  /** Duration of the step, s. */
  readonly seconds: number;
  /** Bars of each lane, ordered by time. */
  readonly bars: readonly TraceBar[];
}

/** Equal intervals that a step is divided into: more than a figure has columns of pixels would not be seen. */
const INTERVALS = 480;
/** Largest difference between the busy shares of neighbouring intervals that one bar joins. */
const ALIKE = 0.1;

const LANES: Readonly<Record<KernelKind, TraceLane>> = {
  matmul: "computation",
  attention: "computation",
  memory_bound: "computation",
  optimizer: "computation",
  unknown: "computation",
  communication: "communication",
  copy: "copies",
};

/** Kernels of a lane within one interval: time of each kind, s, and where the first begins and the last ends. */
interface Interval {
  readonly kinds: Map<KernelKind, number>;
  start: number;
  end: number;
}

/**
 * Bars of the kernels that run between two times of a trace. Each of 480 intervals has the kind that takes most of its
 * time; neighbours of one kind that are about equally busy are one bar. Memory does not grow with the trace.
 */
export function stepTimeline(
  events: KernelEvents,
  {
    number,
    start: from,
    seconds,
  }: { readonly number: number | null; readonly start: number; readonly seconds: number },
): TraceTimeline {
  const width = seconds / INTERVALS;
  const lanes = new Map<TraceLane, Map<number, Interval>>();
  for (let at = 0; at < events.length; at++) {
    const start = Math.max(events.start(at) - from, 0);
    const end = Math.min(events.start(at) + events.seconds(at) - from, seconds);
    if (!(end > start)) continue;
    const kind = events.kind(at);
    const lane = lanes.get(LANES[kind]) ?? new Map<number, Interval>();
    lanes.set(LANES[kind], lane);
    const last = Math.min(INTERVALS - 1, Math.floor(end / width));
    for (let index = Math.min(last, Math.floor(start / width)); index <= last; index++) {
      const [low, high] = [Math.max(start, index * width), Math.min(end, (index + 1) * width)];
      if (!(high > low)) continue;
      const found = lane.get(index) ?? { kinds: new Map(), start: low, end: high };
      lane.set(index, found);
      found.start = Math.min(found.start, low);
      found.end = Math.max(found.end, high);
      found.kinds.set(kind, (found.kinds.get(kind) ?? 0) + high - low);
    }
  }
  const bars = (["computation", "communication", "copies"] as const).flatMap((lane) =>
    barsOf(lane, lanes.get(lane) ?? new Map()),
  );
  return { step: number, seconds, bars };
}

function barsOf(lane: TraceLane, intervals: ReadonlyMap<number, Interval>): readonly TraceBar[] {
  const bars: { kind: KernelKind; start: number; end: number; work: number; last: number; busy: number }[] =
    [];
  for (const [index, { kinds, start, end }] of [...intervals].sort(([a], [b]) => a - b)) {
    let [kind, most, work] = ["unknown" as KernelKind, 0, 0];
    for (const [one, seconds] of kinds) {
      work += seconds;
      if (seconds > most) [kind, most] = [one, seconds];
    }
    // Kernels of several streams that run at once fill an interval no more than whole.
    work = Math.min(work, end - start);
    const busy = work / (end - start);
    const bar = bars.at(-1);
    if (bar && bar.last === index - 1 && bar.kind === kind && Math.abs(bar.busy - busy) <= ALIKE) {
      [bar.end, bar.last, bar.work] = [end, index, bar.work + work];
    } else bars.push({ kind, start, end, work, last: index, busy });
  }
  return bars.map(({ kind, start, end, work }) => ({
    ...{ lane, kind, start, end },
    busy: Math.min(1, work / (end - start)),
  }));
}
