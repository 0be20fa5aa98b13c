import { advanceWidth } from "../../lettering/advances.ts";
import { cutToWidth } from "../../lettering/cutToWidth.ts";
import { FIGURE_WIDTH, MUTED, plotlyText, titledLegend } from "../theme/theme.ts";
import { nameWords } from "./nameWords.ts";

/**
 * Width of the longest name for which the legend stands beside the plot, px. A wider legend would take too
 * much of the plot.
 */
const BESIDE = 150;
/** Height of one line of a legend below the plot, px. */
const LINE = 20;
/** Distance of a legend below the plot from the axis margin, px. */
const AWAY = 6;

/** Names of series as the legend shows them, and the layout settings of the legend. */
export interface SeriesLegend {
  readonly names: readonly string[];
  readonly layout: Readonly<Record<string, unknown>>;
}

/**
 * Legend of several series, with `title` above it. It stands beside the plot. Where a name is too long for
 * that, it stands below the plot, so that names are whole and the plot keeps its width. `layout` is the
 * figure's layout without a legend. An axis with `slanted` labels has no room for a legend below it.
 */
export function seriesLegend(
  series: readonly string[],
  title: string | undefined,
  layout: Readonly<Record<string, unknown>>,
  slanted = false,
): SeriesLegend {
  const labels = series.map(nameWords);
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
