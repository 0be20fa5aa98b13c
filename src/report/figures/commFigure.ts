import type { CollectiveEstimate, Estimate } from "../../engine/estimate.ts";
import type { Figure } from "../document.ts";
import { printed, scaled } from "../number.ts";
import { commonUnit } from "../unit.ts";
import { axis, baseLayout, plotlyText } from "./theme.ts";

/** The collectives of a step, longest first: the exposed part dark, what computation hides pale. */
export function commFigure(estimate: Estimate, options: { title?: string } = {}): Figure {
  const title = options.title ?? "Communication in one step, per device";
  const comm = [...estimate.comm]
    .filter((one) => one.totalSeconds > 0)
    .sort((one, other) => other.totalSeconds - one.totalSeconds);
  const unit = commonUnit(Math.max(0, ...comm.map((one) => one.totalSeconds)), "s");
  const inUnit = (seconds: number): number => Number(scaled(seconds, "s", unit).toPrecision(6));
  const labels = unique(comm.map(labelOf));
  const bar = (name: string, color: string, seconds: (one: CollectiveEstimate) => number) => ({
    type: "bar",
    orientation: "h",
    name,
    y: labels.map(plotlyText),
    x: comm.map((one) => inUnit(seconds(one))),
    marker: { color },
    hovertemplate: `%{y}: %{x:.4g} ${unit}<extra>${name}</extra>`,
  });
  return {
    kind: "figure",
    title,
    data: [
      bar("exposed", "#D55E00", (one) => one.exposedSeconds),
      bar("hidden", "#F3C9AA", (one) => Math.max(0, one.totalSeconds - one.exposedSeconds)),
    ],
    layout: {
      ...baseLayout(title, 130 + 32 * Math.max(comm.length, 2)),
      barmode: "stack",
      legend: { ...(baseLayout("", 0).legend as object), traceorder: "normal" },
      bargap: 0.35,
      xaxis: axis(`time per step (${unit})`, { rangemode: "tozero" }),
      yaxis: axis("", { type: "category", autorange: "reversed", showgrid: false, ticks: "" }),
    },
    text: {
      kind: "bars",
      unit,
      rows: comm.map((one, at) => ({
        label: labels[at] ?? "",
        value: scaled(one.totalSeconds, "s", unit),
        text: `${printed(one.totalSeconds, "s")}, ${printed(one.exposedSeconds, "s")} exposed`,
        parts: [
          { label: "exposed", value: scaled(one.exposedSeconds, "s", unit) },
          { label: "hidden", value: scaled(Math.max(0, one.totalSeconds - one.exposedSeconds), "s", unit) },
        ],
      })),
    },
  };
}

function labelOf(one: CollectiveEstimate): string {
  return `${one.dimension} ${one.op.replaceAll("_", "-")} of ${one.what}`;
}

/** A category axis would merge two rows of one name. */
function unique(labels: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}
