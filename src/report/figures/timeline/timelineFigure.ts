import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Send, Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import type { Figure } from "../../document/document.ts";
import { advanceWidth } from "../../lettering/advances.ts";
import { scaled } from "../../numbers/number.ts";
import { commonUnit } from "../../numbers/unit.ts";
import { axis, baseLayout, FIGURE_WIDTH, INK, LEGEND_BELOW, meaningColor, tint } from "../theme/theme.ts";
import { legendEntry } from "./legendEntry.ts";
import { recomputeShare } from "./recomputeShare.ts";
import { BREAK, everyNth, phaseMarks, timelineAxes } from "./timelineAxes.ts";
import { type Bar, barsOf, MOST_OF_PART, type Span, spansOf, type Tone } from "./timelineBars.ts";
import { memoryCurves } from "./timelineMemory.ts";
import { timelineText } from "./timelineText.ts";
import { captionOf, titleOf, toneNames } from "./timelineWords.ts";

const MARGIN = { l: 60, r: 20 };
const LABEL_SIZE = 11;

const COLORS: Readonly<Record<Tone, string>> = {
  forward: meaningColor("forward") ?? INK,
  recompute: meaningColor("recompute") ?? INK,
  backward: meaningColor("backward") ?? INK,
  weights: "#8C7A00",
  // Mix of blue and green, because forward and backward alternate. Pale, so that the phases at both ends
  // stand out.
  steady: "#9DBFC7",
};

/** Height of the memory curves, px. */
const MEMORY_HEIGHT = 96;
/** Gap between the memory curves and the rows of ranks, px. */
const GAP = 22;

export interface TimelineOptions {
  readonly title?: string;
  readonly unit?: string;
  /**
   * Beginning of the drawn part of the step, in seconds. Without `from` and `until`: the whole step, or its
   * two ends.
   */
  readonly from?: number;
  /**
   * End of the drawn part of the step, in seconds. Without `from` and `until`: the whole step, or its two
   * ends.
   */
  readonly until?: number;
}

/**
 * Gantt chart of a pipeline schedule: one row per rank, one bar per pass, blank where a rank waits. Memory
 * curves of a few ranks are below. Short steps show each pass with its micro-batch number. Long steps show
 * merged passes, or only the two ends of the step where fill and drain would be too thin to see. Sends
 * between ranks are a narrow lane below each row where they are wide enough to see.
 */
export function timelineFigure(
  timeline: Timeline,
  plan: Plan,
  estimate: Estimate,
  options: TimelineOptions = {},
): Figure {
  const ranks = timeline.stages.length;
  const spans = spansFor(timeline, options);
  const unit = options.unit ?? commonUnit(Math.max(...spans.map((span) => span.end - span.start)), "s");
  const inUnit = (time: number): number => Number(scaled(time, "s", unit).toPrecision(7));
  const shown = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  const width = (FIGURE_WIDTH - MARGIN.l - MARGIN.r) * (1 - BREAK * (spans.length - 1));
  const pixel = shown / width;
  // Draw recomputation inside the backward bar where ranks have several chunks (it would look like a paler
  // chunk) or where weight gradients are passes of their own.
  const parted = timeline.stages[0]?.some((pass) => pass.kind === "weights") ?? false;
  const recompute = timeline.chunks > 1 || parted ? 0 : recomputeShare(plan, estimate);
  const part = options.from !== undefined || options.until !== undefined;
  const most = part ? MOST_OF_PART : undefined;
  const { bars, each, hidden } = barsOf(timeline, spans, recompute, pixel, most);
  const numbered = each && ranks <= 64;
  const height = Math.max(numbered ? 14 : 6, Math.min(28, Math.round(480 / ranks)));
  const lanes = each ? lanesOf(timeline, spans, pixel, part ? MOST_OF_PART : MOST_LANES) : [];
  const row = lanes.length > 0 ? { lift: -0.08, width: 0.7 } : { lift: 0, width: ranks > 40 ? 1 : 0.86 };
  const [title, names] = [options.title ?? titleOf(plan, estimate), toneNames(timeline, each)];
  const tones = (["forward", "recompute", "steady", "backward", "weights"] as const).filter((tone) =>
    bars.some((bar) => bar.tone === tone),
  );
  const longest = Math.max(...bars.map((bar) => (bar.pass ? label(bar).length : 0)));
  const labelled = (bar: Bar): boolean =>
    height >= 14 &&
    bar.tone !== "recompute" &&
    (bar.end - bar.start) / pixel >= advanceWidth("8".repeat(longest), LABEL_SIZE, false) + 2;
  const hover = `%{customdata}, from %{base:.4g} to %{x:.4g} ${unit}<extra></extra>`;
  const inSpan = (span: Span) => (one: Span) => one.start >= span.start && one.end <= span.end;
  const data = spans.flatMap((span, at) =>
    tones.map((tone) => {
      const own = bars.filter((bar) => bar.tone === tone && inSpan(span)(bar));
      return {
        ...rowsOf(own, at, inUnit),
        name: names[tone],
        legendgroup: tone,
        y: own.map((bar) => bar.rank + row.lift),
        width: row.width,
        marker: { color: own.map((bar) => colorOf(bar, timeline.chunks)), line: { width: 0 } },
        ...barLabels(own, labelled),
        customdata: own.map((bar) => `rank ${bar.rank}: ${spoken(bar, timeline.chunks)}`),
        hovertemplate: hover,
      };
    }),
  );
  const sends = (lanes.length > 0 ? spans : []).map((span, at) => {
    const own = lanes.filter(inSpan(span));
    return { ...rowsOf(own, at, inUnit), ...sendBars(own), hovertemplate: hover };
  });
  const legend = [
    ...tones.map((tone) => legendEntry(tone, names[tone], COLORS[tone])),
    ...(lanes.length > 0 ? [legendEntry(SENDS, SENDS, SEND_COLOR)] : []),
  ];
  const memory = memoryCurves(timeline, estimate, spans, pixel, inUnit);
  const plot = ranks * height + GAP + MEMORY_HEIGHT;
  const margin = { ...MARGIN, t: (baseLayout(title, 0).margin as { t: number }).t + 16, b: 112 };
  return {
    kind: "figure",
    title,
    caption: captionOf(timeline, plan, estimate, spans, { each, hidden, lanes: lanes.length > 0 }),
    data: [...data, ...sends, ...legend, ...memory.data],
    layout: {
      ...baseLayout(title, 52 + 16 + plot + margin.b),
      margin,
      barmode: "overlay",
      ...timelineAxes(spans, unit, inUnit),
      yaxis: rankAxis(ranks, height, (GAP + MEMORY_HEIGHT) / plot),
      yaxis2: axis(memory.title, { ...memory.axis, domain: [0, MEMORY_HEIGHT / plot], nticks: 4 }),
      legend: LEGEND_BELOW,
      ...phaseMarks(timeline, spans, pixel, inUnit),
    },
    text: timelineText(timeline, recompute, spans, unit),
  };
}

/**
 * Layout of the axis of ranks, which is above the memory curves. `from` is the share of the plot below it.
 */
const rankAxis = (ranks: number, height: number, from: number) =>
  axis(ranks < 3 ? "rank" : "pipeline rank", {
    range: [ranks - 0.5, -0.5],
    domain: [from, 1],
    showgrid: false,
    ticks: "",
    tickmode: "array",
    tickvals: everyNth(ranks, height),
  });

/** Trace with the micro-batch numbers inside bars. */
const barLabels = (own: readonly Bar[], labelled: (bar: Bar) => boolean) => ({
  text: own.map((bar) => (labelled(bar) ? label(bar) : "")),
  textposition: "inside",
  insidetextanchor: "middle",
  constraintext: "none",
  textangle: 0,
  insidetextfont: { size: LABEL_SIZE, color: own.map((bar) => inkOn(bar)) },
});

/** Trace with the bars of sends, in a lane below the rank that sends. */
const sendBars = (own: readonly Lane[]) => ({
  name: SENDS,
  legendgroup: SENDS,
  y: own.map(({ send }) => send.from + 0.36),
  width: 0.14,
  marker: { color: SEND_COLOR, line: { width: 0 } },
  customdata: own.map(
    ({ send }) => `rank ${send.from} sends micro-batch ${send.microBatch} ${send.kind} to rank ${send.to}`,
  ),
});

/**
 * Colour of numbers on pale bars. Such bars are pale on dark pages too, so the number's colour has no
 * dark-mode variant.
 */
const ON_PALE = "#1F2328";
const SENDS = "send";
const SEND_COLOR = meaningColor("pp") ?? INK;

/**
 * Trace settings of the bars in one drawn part of the step: their starts and lengths, on the axis of that
 * part.
 */
function rowsOf(
  own: readonly Span[],
  at: number,
  inUnit: (time: number) => number,
): Readonly<Record<string, unknown>> {
  return {
    type: "bar",
    orientation: "h",
    showlegend: false,
    ...(at === 0 ? {} : { xaxis: "x2" }),
    x: own.map((bar) => inUnit(bar.end - bar.start)),
    base: own.map((bar) => inUnit(bar.start)),
  };
}

/** Parts of the step to draw: the one that the user requested, or else those that show the most. */
function spansFor(timeline: Timeline, { from, until }: TimelineOptions): readonly Span[] {
  if (from === undefined && until === undefined) return spansOf(timeline);
  const start = Math.min(from ?? 0, timeline.seconds);
  return [{ start, end: Math.min(Math.max(until ?? timeline.seconds, start), timeline.seconds) }];
}

/** Send from one rank to another, drawn as a narrow bar (lane) below the sender's row. */
type Lane = Span & { readonly send: Send };

/** Sends as lanes. Empty where they are too short to see or too many to draw. */
function lanesOf({ sends }: Timeline, spans: readonly Span[], pixel: number, most: number): readonly Lane[] {
  const found = sends
    .filter(({ start, end }) => spans.some((span) => start >= span.start && end <= span.end))
    .map((send) => ({ start: send.start, end: send.end, send }));
  const [first] = found;
  return first && first.end - first.start >= LEAST_LANE * pixel && found.length <= most ? found : [];
}

/** Smallest width at which sends are drawn, px. */
const LEAST_LANE = 0.75;
/** Limit on the number of sends that are drawn. */
const MOST_LANES = 480;

function label(bar: Bar): string {
  return bar.pass ? `${bar.pass.microBatch}` : "";
}

/** Words for a bar on hover: `backward of micro-batch 3, chunk 1`. */
function spoken({ pass, tone, count }: Bar, chunks: number): string {
  if (!pass)
    return tone === "steady" ? `${count} passes, forward and backward in turn` : `${count} × ${tone}`;
  const chunk = chunks > 1 ? `, chunk ${pass.chunk}` : "";
  const what = tone === "recompute" ? "recomputation" : tone === "weights" ? "gradients of weights" : tone;
  return `${what} of micro-batch ${pass.microBatch}${chunk}`;
}

/**
 * Colour of a bar. Later chunks of a rank are paler, and so are merged passes with waits too short to draw.
 */
function colorOf(bar: Bar, chunks: number): string {
  const chunk = bar.pass ? 1 - 0.45 * (bar.pass.chunk / Math.max(1, chunks - 1)) : 1;
  return tint(COLORS[bar.tone], chunk * bar.busy);
}

function inkOn({ pass }: Bar): string {
  return pass !== null && pass.chunk > 0 ? ON_PALE : "#FFFFFF";
}
