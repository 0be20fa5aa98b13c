import type { Breakdown } from "../../engine/breakdown.ts";
import type { Compared } from "../builders/comparison.ts";
import type { Figure } from "../document.ts";
import { lastName } from "../memoryKinds.ts";
import { printed, scaled } from "../number.ts";
import { commonUnit } from "../unit.ts";
import { axis, baseLayout, legendText, meaningColor, paletteColor, plotlyText } from "./theme.ts";

/** Breakdowns side by side, a stacked horizontal bar each: `plot base.time, wide.time`. */
export function breakdownsFigure(
  compared: readonly Compared[],
  options: {
    readonly title?: string;
    /** What is measured, for the axis; the first breakdown's own name without it. */
    readonly what?: string;
    readonly unit?: string;
  } = {},
): Figure {
  const base = compared[0]?.breakdown.unit ?? "1";
  const unit = options.unit ?? commonUnit(Math.max(0, ...compared.map((one) => one.breakdown.value)), base);
  const title = options.title ?? `${compared[0]?.breakdown.label ?? ""} by part`;
  const what = options.what ?? compared[0]?.breakdown.label ?? "";
  const inUnit = (value: number): number => Number(scaled(value, base, unit).toPrecision(6));
  const parts = partsOf(compared);
  const labels = compared.map((one) => plotlyText(one.label));
  const valueIn = (one: Breakdown, name: string): number =>
    one.parts.find((part) => part.name === name)?.value ?? 0;
  return {
    kind: "figure",
    title,
    data: parts.map((part, at) => ({
      type: "bar",
      orientation: "h",
      name: legendText(part.label),
      y: labels,
      x: compared.map((one) => inUnit(valueIn(one.breakdown, part.name))),
      marker: { color: meaningColor(lastName(part.name)) ?? paletteColor(at), line: { width: 0 } },
      hovertemplate: `%{y}: %{x:.4g} ${unit}<extra>${plotlyText(part.label)}</extra>`,
    })),
    layout: {
      // as high as the bars need, or the legend: 19 for each of its lines, beside 120 that margins and title take
      ...baseLayout(title, 150 + Math.max(44 * compared.length, 19 * parts.length - 30)),
      barmode: "stack",
      bargap: 0.4,
      legend: { ...(baseLayout("", 0).legend as object), traceorder: "normal" },
      xaxis: axis(plotlyText(unit === "1" ? what : `${what} (${unit})`), { rangemode: "tozero" }),
      yaxis: axis("", { type: "category", autorange: "reversed", showgrid: false, ticks: "" }),
    },
    text: {
      kind: "bars",
      unit,
      rows: compared.map((one) => ({
        label: one.label,
        value: scaled(one.breakdown.value, base, unit),
        text: printed(one.breakdown.value, base, unit),
        parts: parts.map((part) => ({
          label: part.label,
          value: scaled(valueIn(one.breakdown, part.name), base, unit),
        })),
      })),
    },
  };
}

/** First-level parts that any of them holds, in the order met. */
function partsOf(
  compared: readonly Compared[],
): readonly { readonly name: string; readonly label: string }[] {
  const parts = new Map<string, string>();
  for (const { breakdown } of compared) {
    for (const part of breakdown.parts)
      if (part.value !== 0 && !parts.has(part.name)) parts.set(part.name, part.label);
  }
  return [...parts].map(([name, label]) => ({ name, label }));
}
