import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Figure } from "../document/document.ts";
import { memoryKinds, partValue } from "../groups/memoryKinds.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { plain, printed, scaled } from "../numbers/number.ts";
import { barMarker, CROSS } from "./marks/barMarker.ts";
import { FIT_SUFFIX, fitSentence } from "./marks/fitMarks.ts";
import { type Guess, withGuesses } from "./marks/guessMarks.ts";
import {
  axis,
  BACKDROP,
  baseLayout,
  INK,
  LEAST_WIDTH,
  LIMIT_LINE,
  legendText,
  meaningColor,
  paletteColor,
  plotlyText,
  WIDER,
} from "./theme/theme.ts";

export interface MemoryOptions {
  readonly title?: string;
  /** Unit of bytes; GiB by default. */
  readonly unit?: string;
  /** Verdict on the plan's memory. Without it, a plan fits where its peak is within the capacity. */
  readonly fits?: Fit;
  /** Guesses of the reader at the fullest stage's memory. */
  readonly guesses?: readonly Guess[];
}

type Fit = keyof typeof FIT_SUFFIX;

/**
 * Memory per device: one stacked bar per pipeline stage, with the capacity as a line. The bar of a stage that does not
 * fit is hollow and crossed, that of a stage that may not fit is pale.
 */
export function memoryFigure(estimate: Estimate, options: MemoryOptions = {}): Figure {
  const unit = options.unit ?? "GiB";
  const title = options.title ?? "Memory per device";
  const { stages, capacity } = estimate.memory;
  const alone = stages.length === 1;
  const labels = stages.map((_, index) => (alone ? "one device" : `${index}`));
  const kinds = memoryKinds(stages);
  const capacityIn = scaled(capacity, "B", unit);
  const highest = Math.max(capacity, ...stages.map((stage) => stage.value));
  const color = (name: string, at: number): string => meaningColor(name) ?? paletteColor(at);
  const few = stages.length <= 4;
  const all = stages.map((stage) => stage.value);
  const fits = fitsOf(estimate, options.fits);
  const said = fitSentence(fits, "bars");
  const named = `capacity ${printed(capacity, "B", unit)}`;
  const place = placeBeside(all, capacity, named, alone ? 0.7 : few ? 0.5 : 0.25);
  const figure: Figure = {
    kind: "figure",
    title,
    ...(said === "" ? {} : { caption: said }),
    data: [
      ...kinds.map((kind, at) => ({
        type: "bar",
        name: legendText(kind.label),
        x: labels,
        y: stages.map((stage) => round(scaled(partValue(stage, kind.name), "B", unit))),
        marker: barMarker(fits, color(kind.name, at)),
        hovertemplate: `${alone ? "" : "stage "}%{x}: %{y:.2f} ${unit}<extra>${plotlyText(kind.label)}</extra>`,
      })),
      ...(place === null ? [capacityEntry(named)] : []),
    ],
    layout: {
      ...baseLayout(title, 380),
      barmode: "stack",
      bargap: alone ? 0.7 : few ? 0.5 : 0.25,
      xaxis: axis(alone ? "" : "pipeline stage", { type: "category", showgrid: false, ...everyNth(labels) }),
      yaxis: axis(`${unit} per device`, {
        range: [0, round(scaled(highest, "B", unit) * 1.12)],
        showline: false,
        ticks: "",
      }),
      legend: {
        ...(baseLayout("", 0).legend as object),
        traceorder: "reversed",
      },
      shapes: [
        {
          type: "line",
          xref: "paper",
          x0: 0,
          x1: 1,
          yref: "y",
          y0: capacityIn,
          y1: capacityIn,
          line: LIMIT_LINE,
        },
      ],
      annotations: [
        ...(place === null ? [] : [capacityLabel(place, named, capacityIn)]),
        ...totalLabels(all, fits, unit),
      ],
    },
    text: {
      kind: "bars",
      unit,
      rows: stages.map((stage, index) => ({
        label: `${alone ? "one device" : `stage ${index}`}${FIT_SUFFIX[fits[index] ?? "yes"]}`,
        value: scaled(stage.value, "B", unit),
        text: printed(stage.value, "B", unit),
        parts: kinds.map((kind) => ({
          label: kind.label,
          value: scaled(partValue(stage, kind.name), "B", unit),
        })),
      })),
      limit: { label: named, value: capacityIn },
    },
  };
  return withGuesses(figure, options.guesses, { axis: "y", of: (value) => scaled(value, "B", unit) });
}

type Annotation = Readonly<Record<string, unknown>>;

/** Label of the capacity line, at one of its ends. */
const capacityLabel = (
  place: Readonly<Record<string, unknown>>,
  text: string,
  capacity: number,
): Annotation => ({
  xref: "paper",
  ...place,
  yref: "y",
  y: capacity,
  yanchor: "bottom",
  showarrow: false,
  text,
  font: { size: 12, color: INK },
  bgcolor: BACKDROP,
});

/** Entry of the capacity line in the legend, for a figure in which its label would lie over bars. */
const capacityEntry = (name: string): Readonly<Record<string, unknown>> => ({
  ...{ type: "scatter", mode: "lines", name, x: [null], y: [null] },
  ...{ line: LIMIT_LINE, hoverinfo: "skip" },
});

/** Labels above the stages' bars: their total memory where there are few, and crosses of those that do not fit. */
const totalLabels = (totals: readonly number[], fits: readonly Fit[], unit: string): readonly Annotation[] =>
  totals.flatMap((total, stage) => {
    const few = totals.length <= MOST_TOTALS;
    const cross = fits[stage] === "no";
    if (!few && !cross) return [];
    const words = few ? [plain(Number(scaled(total, "B", unit).toPrecision(3)))] : [];
    return [
      {
        xref: "x",
        x: stage,
        yref: "y",
        y: round(scaled(total, "B", unit)),
        yanchor: "bottom",
        showarrow: false,
        text: [...(cross ? [CROSS] : []), ...words].join(" "),
        font: { size: 12, color: INK },
        bgcolor: BACKDROP,
      },
    ];
  });

/** Verdict on each stage: a stage beyond the capacity has the plan's, and so has the fullest of a plan that may not fit. */
function fitsOf(
  { memory: { stages, capacity, peakStage } }: Estimate,
  fits: Fit | undefined,
): readonly Fit[] {
  const beyond = fits === "maybe" ? "maybe" : "no";
  return stages.map(({ value }, stage) =>
    value > capacity ? beyond : fits === "maybe" && stage === peakStage ? "maybe" : "yes",
  );
}

/** Limit on the number of stages for writing totals above the bars. */
const MOST_TOTALS = 12;

/**
 * Place of the capacity's label at the right end of its line, or at the left, where no bar and no stage's total is
 * behind it. null where both ends have one.
 */
function placeBeside(
  totals: readonly number[],
  capacity: number,
  label: string,
  gap: number,
): Readonly<Record<string, unknown>> | null {
  const width = (WIDER * advanceWidth(label, 12, false)) / LEAST_PLOT;
  const near = (from: number, to: number): boolean =>
    totals.some((total, stage) => {
      const [start, end] = [stage + gap / 2, stage + 1 - gap / 2].map((x) => x / totals.length);
      return total > 0.85 * capacity && (start ?? 0) < to && (end ?? 0) > from;
    });
  if (!near(1 - width, 1)) return { x: 1, xanchor: "right" };
  return near(0, width) ? null : { x: 0, xanchor: "left" };
}

/** Width of the plot beside its legend in the narrowest drawn figure, px. */
const LEAST_PLOT = LEAST_WIDTH - 64 - 24 - 190;

/**
 * Number rounded to six digits. The picture does not change, and notebook files stay small and change little.
 */
function round(value: number): number {
  return Number(value.toPrecision(6));
}

/** Layout settings that label only every n-th category, so that labels stay horizontal and do not overlap. */
function everyNth(labels: readonly string[]): Readonly<Record<string, unknown>> {
  const step = Math.ceil(labels.length / 24);
  return step === 1 ? {} : { tickmode: "array", tickvals: labels.filter((_, index) => index % step === 0) };
}
