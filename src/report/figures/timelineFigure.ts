import type { Breakdown, Estimate } from "../../engine/estimate.ts";
import type { Plan } from "../../engine/scenario.ts";
import type { Timeline } from "../../engine/timeline.ts";
import type { Figure } from "../document.ts";
import { scaled } from "../number.ts";
import { advanceWidth } from "../svg/advances.ts";
import { boundaries } from "../timelineRanks.ts";
import { commonUnit } from "../unit.ts";
import { axis, baseLayout, FIGURE_WIDTH, INK, MUTED, meaningColor, plotlyText, tint } from "./theme.ts";
import { type Bar, barsOf, type Span, spansOf, type Tone } from "./timelineBars.ts";
import { captionOf, titleOf, toneNames } from "./timelineWords.ts";

const MARGIN = { l: 60, r: 20 };
/** Between the two ends of a long step, as a share of the width. */
const BREAK = 0.04;
const LABEL_SIZE = 11;
/** Rows that a terminal takes in at a glance. */
const MOST_TEXT_ROWS = 32;
/** Columns of a narrow terminal: what is finer is not told apart there. */
const TEXT_COLUMNS = 80;

const COLORS: Readonly<Record<Tone, string>> = {
  forward: meaningColor("forward") ?? INK,
  recompute: meaningColor("recompute") ?? INK,
  backward: meaningColor("backward") ?? INK,
  weights: "#8C7A00",
  // Both at once: neither blue nor green, and pale, so that the dark edges are the phases at the ends.
  steady: "#9DBFC7",
};

/**
 * The pipeline's schedule: a row a rank, a bar a pass, blank where a rank waits. Short steps are drawn pass by pass with
 * the micro-batch's number; long ones as runs, or as their two ends where the rest would hide how they fill and drain.
 */
export function timelineFigure(
  timeline: Timeline,
  plan: Plan,
  estimate: Estimate,
  options: { title?: string; unit?: string } = {},
): Figure {
  const ranks = timeline.stages.length;

  const spans = spansOf(timeline);
  const unit = options.unit ?? commonUnit(Math.max(...spans.map((span) => span.end - span.start)), "s");
  const inUnit = (time: number): number => Number(scaled(time, "s", unit).toPrecision(7));
  const shown = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  const width = (FIGURE_WIDTH - MARGIN.l - MARGIN.r) * (1 - BREAK * (spans.length - 1));
  const pixel = shown / width;
  const height = Math.max(6, Math.min(28, Math.round(480 / ranks)));
  // Recomputation and a paler chunk would be one blue: with chunks it stays within the backward bar.
  // So it does where the gradients of the weights are passes of their own.
  const parted = timeline.stages[0]?.some((pass) => pass.kind === "weights") ?? false;
  const recompute = timeline.chunks > 1 || parted ? 0 : recomputeShare(plan, estimate);
  const { bars, each, hidden } = barsOf(timeline, spans, recompute, pixel);
  const title = options.title ?? titleOf(timeline, plan);
  const names = toneNames(plan, each);
  const tones = (["forward", "recompute", "steady", "backward", "weights"] as const).filter((tone) =>
    bars.some((bar) => bar.tone === tone),
  );
  const longest = Math.max(...bars.map((bar) => (bar.pass ? label(bar).length : 0)));
  const labelled = (bar: Bar): boolean =>
    height >= 14 &&
    bar.tone !== "recompute" &&
    (bar.end - bar.start) / pixel >= advanceWidth("8".repeat(longest), LABEL_SIZE, false) + 2;
  const data = spans.flatMap((span, at) =>
    tones.map((tone) => {
      const own = bars.filter((bar) => bar.tone === tone && bar.start >= span.start && bar.end <= span.end);
      return {
        type: "bar",
        orientation: "h",
        name: names[tone],
        legendgroup: tone,
        showlegend: false,
        ...(at === 0 ? {} : { xaxis: "x2" }),
        y: own.map((bar) => bar.rank),
        x: own.map((bar) => inUnit(bar.end - bar.start)),
        base: own.map((bar) => inUnit(bar.start)),
        width: ranks > 40 ? 1 : 0.86,
        marker: { color: own.map((bar) => colorOf(bar, timeline.chunks)), line: { width: 0 } },
        text: own.map((bar) => (labelled(bar) ? label(bar) : "")),
        textposition: "inside",
        insidetextanchor: "middle",
        constraintext: "none",
        textangle: 0,
        insidetextfont: { size: LABEL_SIZE, color: own.map((bar) => inkOn(bar)) },
        customdata: own.map((bar) => spoken(bar, timeline.chunks)),
        hovertemplate: `rank %{y}: %{customdata}, from %{base:.4g} to %{x:.4g} ${unit}<extra></extra>`,
      };
    }),
  );
  // Bars come in shades of their colour; the legend shows the colour itself.
  const legend = tones.map((tone) => ({
    type: "bar",
    orientation: "h",
    name: names[tone],
    legendgroup: tone,
    x: [null],
    y: [0],
    marker: { color: COLORS[tone], line: { width: 0 } },
    hoverinfo: "skip",
  }));
  return {
    kind: "figure",
    title,
    caption: captionOf(timeline, plan, estimate, spans, each, hidden),
    data: [...data, ...legend],
    layout: {
      ...baseLayout(title, 52 + 16 + ranks * height + 96),
      margin: { ...MARGIN, t: (baseLayout(title, 0).margin as { t: number }).t + 16, b: 96 },
      barmode: "overlay",
      ...axes(spans, unit, inUnit),
      yaxis: axis(ranks < 3 ? "rank" : "pipeline rank", {
        range: [ranks - 0.5, -0.5],
        showgrid: false,
        ticks: "",
        tickmode: "array",
        tickvals: everyNth(ranks, height),
      }),
      legend: {
        orientation: "h",
        x: 0,
        xanchor: "left",
        y: 0,
        yref: "container",
        yanchor: "bottom",
        font: { size: 12 },
      },
      ...phaseMarks(timeline, spans, pixel, inUnit),
    },
    text: textOf(timeline, plan, recompute, spans, unit),
  };
}

function label(bar: Bar): string {
  return bar.pass ? `${bar.pass.microBatch}` : "";
}

/** For the mouse: `backward of micro-batch 3, chunk 1`. */
function spoken({ pass, tone, count }: Bar, chunks: number): string {
  if (!pass)
    return tone === "steady" ? `${count} passes, forward and backward in turn` : `${count} × ${tone}`;
  const chunk = chunks > 1 ? `, chunk ${pass.chunk}` : "";
  const what = tone === "recompute" ? "recomputation" : tone === "weights" ? "gradients of weights" : tone;
  return `${what} of micro-batch ${pass.microBatch}${chunk}`;
}

/** Later chunks of a rank are paler; so are runs with waits too short to draw. */
function colorOf(bar: Bar, chunks: number): string {
  const chunk = bar.pass ? 1 - 0.45 * (bar.pass.chunk / Math.max(1, chunks - 1)) : 1;
  return tint(COLORS[bar.tone], chunk * bar.busy);
}

function inkOn({ pass }: Bar): string {
  return pass !== null && pass.chunk > 0 ? INK : "#FFFFFF";
}

/** Recomputation's share of a backward pass. */
function recomputeShare({ numMicroBatches }: Plan, { time }: Estimate): number {
  const find = (tree: Breakdown): number =>
    tree.name === "time.recompute" ? tree.value : tree.parts.reduce((sum, part) => sum + find(part), 0);
  const share = find(time.step) / (numMicroBatches * time.backward);
  return Number.isFinite(share) ? Math.min(1, share) : 0;
}

/** One time axis, or one for each end of the step. */
function axes(
  spans: readonly Span[],
  unit: string,
  inUnit: (time: number) => number,
): Readonly<Record<string, unknown>> {
  const range = ({ start, end }: Span) => [inUnit(start), inUnit(end)];
  const [first, last] = spans;
  if (!first || !last)
    return { xaxis: axis(`time in the step (${unit})`, first ? { range: range(first) } : {}) };
  const middle = 0.5 - BREAK / 2;
  return {
    xaxis: axis(`beginning of the step (${unit})`, { range: range(first), domain: [0, middle], nticks: 6 }),
    xaxis2: axis(`end of the step (${unit})`, {
      range: range(last),
      domain: [1 - middle, 1],
      anchor: "y",
      nticks: 6,
    }),
  };
}

/** Lines where warm-up ends and cool-down begins, and the phases' names above where there is room. */
function phaseMarks(
  timeline: Timeline,
  spans: readonly Span[],
  pixel: number,
  inUnit: (time: number) => number,
): Readonly<Record<string, unknown>> {
  if (timeline.stages.length === 1) return {};
  const { warm, cool } = boundaries(timeline);
  const phases =
    cool <= warm * (1 + 1e-9)
      ? [
          { name: "forward", start: 0, end: warm },
          { name: "backward", start: warm, end: timeline.seconds },
        ]
      : [
          { name: "warm-up", start: 0, end: warm },
          { name: "steady", start: warm, end: cool },
          { name: "cool-down", start: cool, end: timeline.seconds },
        ];
  const drawn = spans.flatMap((span, at) =>
    phases.flatMap((phase) => {
      const start = Math.max(span.start, phase.start);
      const end = Math.min(span.end, phase.end);
      return end > start
        ? [{ name: phase.name, start, end, xref: at === 0 ? "x" : "x2", from: span.start }]
        : [];
    }),
  );
  return {
    shapes: drawn
      .filter((phase) => phase.start > phase.from)
      .map(({ start, xref }) => ({
        type: "line",
        xref,
        x0: inUnit(start),
        x1: inUnit(start),
        yref: "paper",
        y0: 0,
        y1: 1,
        line: { color: MUTED, width: 1, dash: "dot" },
      })),
    annotations: drawn
      .filter(({ name, start, end }) => (end - start) / pixel > advanceWidth(name, 12, false) + 4)
      .map(({ name, start, end, xref }) => ({
        xref,
        x: inUnit((start + end) / 2),
        yref: "paper",
        y: 1,
        yanchor: "bottom",
        showarrow: false,
        text: plotlyText(name),
        font: { size: 12, color: MUTED },
      })),
  };
}

function everyNth(ranks: number, height: number): readonly number[] {
  const step = [1, 2, 4, 8, 16, 32, 64, 128].find((n) => n * height >= 18) ?? 256;
  return Array.from({ length: Math.ceil(ranks / step) }, (_, at) => at * step);
}

function textOf(
  timeline: Timeline,
  plan: Plan,
  recompute: number,
  spans: readonly Span[],
  unit: string,
): Figure["text"] {
  const ranks = timeline.stages.length;
  const shown = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  const { bars, each } = barsOf(timeline, spans, recompute, shown / TEXT_COLUMNS);
  const names = toneNames(plan, each);
  const step = Math.ceil(ranks / MOST_TEXT_ROWS);
  const inUnit = (time: number): number => scaled(time, "s", unit);
  return {
    kind: "gantt",
    unit,
    spans: spans.map(({ start, end }) => ({ start: inUnit(start), end: inUnit(end) })),
    rows: Array.from({ length: Math.ceil(ranks / step) }, (_, at) => ({
      label: `rank ${at * step}`,
      cells: bars
        .filter((bar) => bar.rank === at * step)
        .map((bar) => ({
          start: inUnit(bar.start),
          end: inUnit(bar.end),
          label: bar.tone === "recompute" ? "" : label(bar),
          tone: names[bar.tone],
        })),
    })),
  };
}
