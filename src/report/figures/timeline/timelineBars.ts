import type { Pass, Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import { type Phase, phasesOf } from "../../timelineRanks.ts";

/** A stretch of the step that is drawn, s. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Tone = "forward" | "backward" | "weights" | "recompute" | "steady";

/** One bar of the Gantt chart: a pass, the recomputation at its beginning, or a run of passes. */
export interface Bar extends Span {
  readonly rank: number;
  readonly tone: Tone;
  /** Busy share of the bar; below 1 where a run has waits too short to draw. */
  readonly busy: number;
  /** The pass, where the bar is one; null for a run. */
  readonly pass: Pass | null;
  /** Passes in the bar. */
  readonly count: number;
}

export interface Bars {
  readonly bars: readonly Bar[];
  /** Whether each pass has its bar. */
  readonly each: boolean;
  /** Waits up to this long are not drawn in runs, s. */
  readonly hidden: number;
}

/** Bars of their own for every pass up to so many; a notebook keeps every one of them. */
const MOST_PASSES = 480;
/** As many where a part of the step was asked for. */
export const MOST_OF_PART = 2_400;
/** A step of at most so many passes is drawn whole. */
const WHOLE = 240;
/** Bars in all: some 200 bytes of SVG each. */
const MOST_BARS = 560;

/**
 * What is drawn of a step: all of it, or its two ends where filling and draining would be slivers of the whole. Both
 * ends are as long as each other, so that they have one scale.
 */
export function spansOf(timeline: Timeline): readonly Span[] {
  const { stages, seconds } = timeline;
  const whole = [{ start: 0, end: seconds }];
  const total = stages.reduce((sum, passes) => sum + passes.length, 0);
  if (stages.length === 1 ? total <= 60 : total <= WHOLE) return whole;
  let fill = 0;
  let drain = 0;
  for (const passes of stages) {
    fill = Math.max(fill, passes.find((pass) => pass.kind === "backward")?.start ?? 0);
    drain = Math.max(drain, seconds - (passes.findLast((pass) => pass.kind === "forward")?.end ?? seconds));
  }
  // A few passes of the steady state follow, or fill and drain could not be told from it.
  const longest = stages[0]?.reduce((most, pass) => Math.max(most, pass.end - pass.start), 0) ?? 0;
  const length = 1.1 * Math.max(fill, drain) + 4 * longest;
  return 2 * length > 0.7 * seconds
    ? whole
    : [
        { start: 0, end: length },
        { start: seconds - length, end: seconds },
      ];
}

/**
 * The bars within the spans: one for each of up to `most` passes. `recompute` is its share of a backward pass; `pixel` the time
 * of one column of the picture, s.
 */
export function barsOf(
  timeline: Timeline,
  spans: readonly Span[],
  recompute: number,
  pixel: number,
  most = MOST_PASSES,
): Bars {
  const lists = timeline.stages.flatMap((passes, rank) => {
    const phases = phasesOf(passes);
    return spans.map((span) => clipped(rank, passes, phases, span, pixel));
  });
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  if (count <= most) {
    return {
      bars: lists.flat().flatMap((piece) => passBars(piece, recompute, pixel)),
      each: true,
      hidden: 0,
    };
  }
  for (let hidden = 1e-9 * timeline.seconds; ; hidden = Math.max(pixel, 2 * hidden)) {
    const bars = lists.flatMap((list) => runs(list, hidden));
    if (bars.length <= MOST_BARS || hidden > timeline.seconds) {
      return { bars, each: false, hidden: hidden < pixel ? 0 : hidden };
    }
  }
}

/** A pass as far as it lies within a span. */
interface Piece extends Span {
  readonly rank: number;
  readonly pass: Pass;
  readonly phase: Phase | undefined;
}

function clipped(
  rank: number,
  passes: readonly Pass[],
  phases: readonly Phase[],
  span: Span,
  pixel: number,
): readonly Piece[] {
  return passes.flatMap((pass, at) => {
    const start = Math.max(pass.start, span.start);
    const end = Math.min(pass.end, span.end);
    // What the span only touches is left out; a pass may be narrower than a pixel, though.
    const least = Math.min(0.5 * pixel, 0.5 * (pass.end - pass.start));
    return end - start > least ? [{ rank, pass, phase: phases[at], start, end }] : [];
  });
}

/** A pass as one bar, or as two where recomputation, drawn before the rest of a backward, is wide enough to be seen. */
function passBars({ rank, pass, start, end }: Piece, recompute: number, pixel: number): readonly Bar[] {
  const bar: Bar = { rank, start, end, tone: pass.kind, busy: 1, pass, count: 1 };
  const until = pass.start + recompute * (pass.end - pass.start);
  if (pass.kind !== "backward" || until - pass.start < 1.5 * pixel || until <= start) return [bar];
  if (until >= end) return [{ ...bar, tone: "recompute" }];
  return [
    { ...bar, end: until, tone: "recompute" },
    { ...bar, start: until },
  ];
}

/** Passes of one phase as one bar while the waits between them are at most `hidden`. */
function runs(pieces: readonly Piece[], hidden: number): readonly Bar[] {
  const found: { rank: number; tone: Tone; start: number; end: number; work: number; count: number }[] = [];
  for (const { rank, phase, start, end } of pieces) {
    const tone = phase === "warm-up" ? "forward" : phase === "cool-down" ? "backward" : "steady";
    const last = found.at(-1);
    if (last && last.tone === tone && start - last.end <= hidden) {
      last.end = end;
      last.work += end - start;
      last.count += 1;
    } else found.push({ rank, tone, start, end, work: end - start, count: 1 });
  }
  return found.map(({ work, ...bar }) => ({ ...bar, busy: work / (bar.end - bar.start), pass: null }));
}
