import type { Pass, Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import { type Phase, phasesOf } from "../../groups/timelineRanks.ts";

/** Part of the step between two times, in seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Tone = "forward" | "backward" | "weights" | "recompute" | "steady";

/**
 * Bar of the Gantt chart: a pass, the recomputation at the beginning of a backward pass, or several merged
 * passes (a run).
 */
export interface Bar extends Span {
  readonly rank: number;
  readonly tone: Tone;
  /**
   * Share of the bar's time in which the rank computes. Below 1 where the bar merges passes with waits too
   * short to draw.
   */
  readonly busy: number;
  /** Pass that the bar shows. null where the bar merges several passes. */
  readonly pass: Pass | null;
  /** Number of passes that the bar stands for. */
  readonly count: number;
}

export interface Bars {
  readonly bars: readonly Bar[];
  /** True where each pass has a bar of its own. */
  readonly each: boolean;
  /** Longest wait between passes that a merged bar hides, in seconds. */
  readonly hidden: number;
}

/**
 * Number of passes up to which each gets its own bar, in a figure of the whole step. A notebook stores every
 * bar.
 */
const MOST_PASSES = 480;
/** Number of passes up to which each gets its own bar, where the user requested a part of the step. */
export const MOST_OF_PART = 2_400;
/** Number of passes in a step up to which the whole step is drawn, not only its two ends. */
const WHOLE = 240;
/** Limit on the bars of a figure. Each takes some 200 bytes of SVG. */
const MOST_BARS = 560;

/**
 * Parts of a step that are drawn: all of it, or only its beginning and its end where fill and drain would be
 * too thin to see. Both ends are equally long, so that they share a scale.
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
  // Include a few steady-state passes, so that a reader can tell fill and drain from them.
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
 * Bars of the Gantt chart within the given spans: one per pass up to `most` passes, merged ones beyond.
 * `recompute` is recomputation's share of a backward pass; `pixel` is the time of one pixel column, in
 * seconds.
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

/** Part of a pass that lies within a drawn span. */
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
    // Leave out a pass that the span barely touches, but keep a pass narrower than a pixel.
    const least = Math.min(0.5 * pixel, 0.5 * (pass.end - pass.start));
    return end - start > least ? [{ rank, pass, phase: phases[at], start, end }] : [];
  });
}

/**
 * Bars that show one pass. A backward pass begins with a bar for recomputation where that is wide enough to
 * see.
 */
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

/** Merged bars: passes of one phase join while the waits between them are at most `hidden` seconds. */
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
