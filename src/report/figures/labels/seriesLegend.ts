import { advanceWidth } from "../../lettering/advances.ts";
import { FIGURE_WIDTH, MUTED, plotlyText, titledLegend } from "../theme.ts";
import { cutToWidth } from "./cutToWidth.ts";

/** px of the longest name that a legend beside the plot holds whole, and leaves the plot most of the width. */
const BESIDE = 150;
/** px: a line of a list below the plot, and its distance from the margin that the axis takes. */
const LINE = 20;
const AWAY = 6;

/** The names of series as a legend has them, and what of a figure's layout it needs. */
export interface SeriesLegend {
  readonly names: readonly string[];
  readonly layout: Readonly<Record<string, unknown>>;
}

/**
 * The legend of some series, `title` above it what they are values of: beside the plot, or a list below it where a name is long, so
 * that names are whole and the plot has its width. `layout` is the figure's without it; no list goes below an axis whose names are
 * `slanted`.
 */
export function seriesLegend(
  labels: readonly string[],
  title: string | undefined,
  layout: Readonly<Record<string, unknown>>,
  slanted = false,
): SeriesLegend {
  const beside = slanted || labels.every((label) => advanceWidth(label, 12, false) <= BESIDE);
  const names = labels.map((label) =>
    plotlyText(cutToWidth(label, beside ? BESIDE : FIGURE_WIDTH - 120, 12)),
  );
  const titled = title === undefined ? {} : titledLegend(title);
  if (beside || labels.length < 2) return { names, layout: title === undefined ? {} : { legend: titled } };
  const margin = layout.margin as { readonly t: number; readonly b: number };
  const height = layout.height as number;
  const more = LINE * (labels.length + (title === undefined ? 1 : 2)) + AWAY;
  return {
    names,
    layout: {
      height: height + more,
      margin: { ...margin, b: margin.b + more },
      legend: {
        ...(title === undefined
          ? {}
          : { title: { text: plotlyText(title), font: { size: 12, color: MUTED } } }),
        ...{ orientation: "v", x: 0, xanchor: "left", yanchor: "top", font: { size: 12 } },
        y: -(margin.b + AWAY) / (height - margin.t - margin.b),
      },
    },
  };
}
