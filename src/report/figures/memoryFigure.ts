import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Figure } from "../document/document.ts";
import { memoryKinds, partValue } from "../groups/memoryKinds.ts";
import { plain, printed, scaled } from "../numbers/number.ts";
import {
  axis,
  BACKDROP,
  baseLayout,
  INK,
  LIMIT_LINE,
  legendText,
  meaningColor,
  paletteColor,
  plotlyText,
} from "./theme/theme.ts";

/**
 * Memory per device: one stacked bar per pipeline stage, with the capacity as a line. `unit` is any unit of
 * bytes.
 */
export function memoryFigure(estimate: Estimate, options: { title?: string; unit?: string } = {}): Figure {
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
  const totals = stages.length > MOST_TOTALS ? [] : stages.map((stage) => stage.value);
  return {
    kind: "figure",
    title,
    data: kinds.map((kind, at) => ({
      type: "bar",
      name: legendText(kind.label),
      x: labels,
      y: stages.map((stage) => round(scaled(partValue(stage, kind.name), "B", unit))),
      marker: { color: color(kind.name, at), line: { width: 0 } },
      hovertemplate: `${alone ? "" : "stage "}%{x}: %{y:.2f} ${unit}<extra>${plotlyText(kind.label)}</extra>`,
    })),
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
      annotations: [capacityLabel(totals, capacity, unit), ...totals.map(totalLabel(unit))],
    },
    text: {
      kind: "bars",
      unit,
      rows: stages.map((stage, index) => ({
        label: alone ? "one device" : `stage ${index}`,
        value: scaled(stage.value, "B", unit),
        text: printed(stage.value, "B", unit),
        parts: kinds.map((kind) => ({
          label: kind.label,
          value: scaled(partValue(stage, kind.name), "B", unit),
        })),
      })),
      limit: { label: `capacity ${printed(capacity, "B", unit)}`, value: capacityIn },
    },
  };
}

type Annotation = Readonly<Record<string, unknown>>;

/** Label of the capacity line, placed where no stage's total is in its way. */
const capacityLabel = (totals: readonly number[], capacity: number, unit: string): Annotation => ({
  xref: "paper",
  ...beside(totals, capacity),
  yref: "y",
  y: scaled(capacity, "B", unit),
  yanchor: "bottom",
  showarrow: false,
  text: `capacity ${printed(capacity, "B", unit)}`,
  font: { size: 12, color: INK },
  bgcolor: BACKDROP,
});

/** Function that gives the label above a stage's bar: the stage's total memory. */
const totalLabel =
  (unit: string) =>
  (total: number, stage: number): Annotation => ({
    xref: "x",
    x: stage,
    yref: "y",
    y: round(scaled(total, "B", unit)),
    yanchor: "bottom",
    showarrow: false,
    text: plain(Number(scaled(total, "B", unit).toPrecision(3))),
    font: { size: 12, color: INK },
    bgcolor: BACKDROP,
  });

/** Limit on the number of stages for writing totals above the bars. */
const MOST_TOTALS = 12;

/**
 * Position of the capacity's label: at the right end of its line, or at the left where only the last stage's
 * total is near the line.
 */
function beside(totals: readonly number[], capacity: number): Readonly<Record<string, unknown>> {
  const near = (total = 0): boolean => Math.abs(total / capacity - 1) < 0.15;
  return near(totals.at(-1)) && !near(totals[0]) ? { x: 0, xanchor: "left" } : { x: 1, xanchor: "right" };
}

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
