import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import type { Figure } from "../../document/document.ts";
import { printed, scaled } from "../../numbers/number.ts";
import { commonUnit } from "../../numbers/unit.ts";
import {
  axis,
  baseLayout,
  FIGURE_WIDTH,
  INK,
  LEGEND_BELOW,
  MUTED,
  meaningColor,
  tint,
} from "../theme/theme.ts";
import { legendEntry } from "./legendEntry.ts";
import { recomputeShare } from "./recomputeShare.ts";
import { barsOf, type Span, type Tone } from "./timelineBars.ts";

/** Bar of one row of the figure. */
interface Bar extends Span {
  readonly row: string;
  /** Kind of kernels or of passes, which the colour shows: `matmuls`, `forward`. */
  readonly tone: string;
  /** Share of the bar's time in which the device works, 0 to 1. */
  readonly busy: number;
}

/** Kind of kernels that a bar of a traced step shows. */
export type TracedTone =
  | "matmuls"
  | "attention"
  | "memory-bound kernels"
  | "unknown kernels"
  | "communication"
  | "optimizer"
  | "copies";

/** Traced step to draw. */
export interface TracedStep {
  /** Name of the trace. */
  readonly name: string;
  /** Number of the step; null where the whole trace counts as one. */
  readonly step: number | null;
  /** Duration, s. */
  readonly seconds: number;
  /** Bars of the step, s from its start. */
  readonly bars: readonly (Bar & {
    readonly row: "computation" | "communication" | "copies";
    readonly tone: TracedTone;
  })[];
}

const TONES: Readonly<Record<Tone, string>> = {
  forward: "forward",
  recompute: "recomputation",
  backward: "backward",
  weights: "gradients of weights",
  steady: "forward and backward in turn",
};

/** Names of the rows of the measured step, short enough for a terminal. */
const MEASURED: Readonly<Record<TracedStep["bars"][number]["row"], string>> = {
  computation: "measured compute",
  communication: "measured comm",
  copies: "measured copies",
};

/** Colours, in the order of the legend: kinds of kernels, which were measured, then passes, which were predicted. */
const COLORS: ReadonlyMap<string, string> = new Map([
  ["matmuls", "#D55E00"],
  ["attention", "#CC79A7"],
  ["memory-bound kernels", "#8C7A00"],
  ["unknown kernels", MUTED],
  [TONES.forward, meaningColor("forward") ?? INK],
  [TONES.recompute, meaningColor("recompute") ?? INK],
  [TONES.steady, "#9DBFC7"],
  [TONES.backward, meaningColor("backward") ?? INK],
  [TONES.weights, "#5B6E00"],
  ["communication", meaningColor("communication") ?? INK],
  ["optimizer", "#7B4FA3"],
  ["copies", "#3B3B3B"],
]);

const MARGIN = { l: 150, r: 20 };
const ROW = 30;

/** Time of a step during which copies must run so that they get a row, as a share of the step. */
const LEAST_COPIES = 0.002;

/**
 * Gantt chart of a traced step above the predicted one, on one axis of time: kernels by kind, and the passes of the
 * pipeline rank that computes longest, followed by what the estimate does after the last pass. Collectives that run
 * within passes have no predicted place in time, so that they are not drawn.
 */
export function tracedTimelineFigure(
  traced: TracedStep,
  timeline: Timeline,
  plan: Plan,
  estimate: Estimate,
  name: string,
): Figure {
  const title = `One step of ${traced.name} above ${name}`;
  const longest = Math.max(traced.seconds, estimate.time.step.value);
  const pixel = longest / (FIGURE_WIDTH - MARGIN.l - MARGIN.r);
  const measured = measuredBars(traced);
  const predicted = predictedBars(timeline, plan, estimate, pixel);
  const rows = [...new Set([...measured.rows, ...predicted.rows])];
  const bars = [...measured.bars, ...predicted.bars];
  const unit = commonUnit(longest, "s");
  const inUnit = (time: number): number => Number(scaled(time, "s", unit).toPrecision(6));
  const lengths = [
    ...measured.rows.map((row) => ({ row, seconds: traced.seconds })),
    ...predicted.rows.map((row) => ({ row, seconds: estimate.time.step.value })),
  ];
  const barsIn = (tone: string, color: string): readonly Readonly<Record<string, unknown>>[] => {
    const own = bars.filter((bar) => bar.tone === tone);
    return own.length === 0
      ? []
      : [barsOfTone(own, tone, color, unit, inUnit), legendEntry(tone, tone, color, rows[0])];
  };
  return {
    kind: "figure",
    title,
    caption: captionOf(traced, plan, predicted.left),
    data: [steps(lengths, inUnit), ...[...COLORS].flatMap(([tone, color]) => barsIn(tone, color))],
    layout: layoutOf(title, rows, unit, inUnit(longest)),
    text: {
      kind: "gantt",
      unit,
      spans: [{ start: 0, end: inUnit(longest) }],
      rows: rows.map((label) => ({
        label,
        cells: bars
          .filter((bar) => bar.row === label)
          .map(({ start, end, tone }) => ({ start: inUnit(start), end: inUnit(end), label: "", tone })),
      })),
    },
  };
}

const HORIZONTAL = { type: "bar", orientation: "h", showlegend: false } as const;

/** Trace of pale bars as long as each row's step, in which idle time shows. */
const steps = (
  lengths: readonly { readonly row: string; readonly seconds: number }[],
  inUnit: (time: number) => number,
) => ({
  ...HORIZONTAL,
  name: "step",
  y: lengths.map(({ row }) => row),
  x: lengths.map(({ seconds }) => inUnit(seconds)),
  base: 0,
  marker: { color: tint(MUTED, 0.14), line: { width: 0 } },
  hoverinfo: "skip",
});

/** Trace of the bars of one tone. */
const barsOfTone = (
  own: readonly Bar[],
  tone: string,
  color: string,
  unit: string,
  inUnit: (time: number) => number,
) => ({
  ...HORIZONTAL,
  name: tone,
  legendgroup: tone,
  y: own.map(({ row }) => row),
  x: own.map(({ start, end }) => inUnit(end - start)),
  base: own.map(({ start }) => inUnit(start)),
  marker: { color: own.map(({ busy }) => tint(color, 0.25 + 0.75 * busy)), line: { width: 0 } },
  customdata: own.map(({ busy }) =>
    busy > 0.995 ? tone : `${tone}, running ${Math.round(100 * busy)}% of this time`,
  ),
  hovertemplate: `%{customdata}, from %{base:.4g} to %{x:.4g} ${unit}<extra></extra>`,
});

const layoutOf = (title: string, rows: readonly string[], unit: string, longest: number) => ({
  ...baseLayout(title, 166 + ROW * rows.length),
  margin: { ...MARGIN, t: (baseLayout(title, 0).margin as { t: number }).t, b: 112 },
  barmode: "overlay",
  bargap: 0.2,
  xaxis: axis(`time in the step (${unit})`, { range: [0, longest] }),
  yaxis: axis("", {
    ...{ type: "category", categoryorder: "array", categoryarray: rows },
    ...{ range: [rows.length - 0.5, -0.5], showgrid: false, ticks: "" },
  }),
  legend: LEGEND_BELOW,
});

interface Rows {
  readonly rows: readonly string[];
  readonly bars: readonly Bar[];
}

function measuredBars({ bars, seconds }: TracedStep): Rows {
  const copying = bars.reduce(
    (sum, one) => sum + (one.row === "copies" ? one.busy * (one.end - one.start) : 0),
    0,
  );
  const rows = (["computation", "communication", "copies"] as const).filter(
    (row) => row !== "copies" || copying > LEAST_COPIES * seconds,
  );
  return {
    rows: rows.map((row) => MEASURED[row]),
    bars: bars.filter(({ row }) => rows.includes(row)).map((bar) => ({ ...bar, row: MEASURED[bar.row] })),
  };
}

/**
 * Passes of the rank that computes longest, then exposed data-parallel communication, the optimizer, and copies to the
 * host, in turn. `left` is what the step takes beyond these, s.
 */
function predictedBars(
  timeline: Timeline,
  plan: Plan,
  estimate: Estimate,
  pixel: number,
): Rows & { readonly left: number } {
  const [computation, communication] = ["predicted compute", "predicted comm"];
  const work = timeline.stages.map((passes) => passes.reduce((sum, { start, end }) => sum + end - start, 0));
  const stage = timeline.stages[work.indexOf(Math.max(...work))] ?? [];
  const span = { start: 0, end: timeline.seconds };
  const drawn = barsOf({ ...timeline, stages: [stage] }, [span], recomputeShare(plan, estimate), pixel);
  const passes = drawn.bars.map(({ start, end, tone, busy }) => ({
    ...{ start, end, busy },
    row: computation,
    tone: TONES[tone],
  }));
  const parts = estimate.time.step.parts.flatMap((part) => [part, ...part.parts]);
  const after: Bar[] = [];
  let now = timeline.seconds;
  for (const [name, on, tone] of [
    ["time.dp", communication, "communication"],
    ["time.optimizer", computation, "optimizer"],
    ["time.host", computation, "copies"],
  ] as const) {
    const seconds = parts.find((part) => part.name === name)?.value ?? 0;
    if (seconds <= 0) continue;
    after.push({ row: on, tone, start: now, end: now + seconds, busy: 1 });
    now += seconds;
  }
  return {
    rows: [computation, communication],
    bars: [...passes, ...after],
    left: estimate.time.step.value - now,
  };
}

function captionOf({ step, seconds }: TracedStep, plan: Plan, left: number): string {
  const which = step === null ? "The whole trace" : `Profiled step ${step}, the median one`;
  return [
    `${which}: ${printed(seconds, "s")}.`,
    "Paler bars stand for short kernels with gaps between them.",
    plan.pp > 1 ? "The prediction is that of the pipeline rank that computes longest." : "",
    "Within passes the prediction does not place collectives in time, so that only communication after the last pass is drawn.",
    left > 0.005 * seconds ? `Blank at its end: ${printed(left, "s")} in which the device waits.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
