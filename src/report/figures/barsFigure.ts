import type { Figure } from "../document.ts";
import { printed, scaled } from "../number.ts";
import { commonUnit } from "../unit.ts";
import type { FigureAxis } from "./drawnAxis.ts";
import { axis, baseLayout, legendText, paletteColor, plotlyText, titledLegend } from "./theme.ts";
import { wholeTicks } from "./wholeTicks.ts";

export interface BarSeries {
  readonly label: string;
  /** The value in base units at each of the categories; null where there is none. */
  readonly values: readonly (number | null)[];
}

/** Bars over words (`plan.recompute`, `plan.schedule`), grouped by series. */
export function barsFigure(
  categories: readonly string[],
  series: readonly BarSeries[],
  options: {
    readonly x: { readonly label: string };
    readonly y: FigureAxis;
    readonly title?: string;
    /** What the series are values of, written above the legend. */
    readonly legendTitle?: string;
  },
): Figure {
  const base = options.y.base ?? "1";
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const unit = options.y.unit ?? commonUnit(largest, base);
  const title = options.title ?? `${options.y.label} by ${options.x.label}`;
  const suffix = unit === "1" ? "" : ` ${unit}`;
  const yTitle = unit === "1" ? options.y.label : `${options.y.label} (${unit})`;
  return {
    kind: "figure",
    title,
    data: series.map((one, at) => ({
      type: "bar",
      name: legendText(one.label),
      x: categories.map(plotlyText),
      y: one.values.map((value) =>
        value === null ? null : Number(scaled(value, base, unit).toPrecision(6)),
      ),
      marker: { color: paletteColor(at), line: { width: 0 } },
      hovertemplate: `%{x}: %{y:.4g}${suffix}<extra>${plotlyText(one.label)}</extra>`,
    })),
    layout: {
      ...baseLayout(title, 380),
      barmode: "group",
      bargap: categories.length <= 3 ? 0.55 : 0.35,
      showlegend: series.length > 1,
      ...(options.legendTitle === undefined ? {} : { legend: titledLegend(options.legendTitle) }),
      xaxis: axis(plotlyText(options.x.label), { type: "category", showgrid: false }),
      yaxis: axis(plotlyText(yTitle), {
        rangemode: "tozero",
        ...(options.y.scale === "log10" ? { type: "log" } : unit === "1" ? wholeTicks([0, ...values]) : {}),
      }),
    },
    text: {
      kind: "bars",
      unit,
      rows: categories.flatMap((category, row) =>
        series.flatMap((one) => {
          const value = one.values[row] ?? null;
          if (value === null) return [];
          const label = series.length > 1 ? `${category}, ${one.label}` : category;
          return [{ label, value: scaled(value, base, unit), text: printed(value, base, options.y.unit) }];
        }),
      ),
    },
  };
}
