import { DARK_COLORS } from "../report/figures/darkColors.ts";
import { PAPER } from "../report/figures/theme.ts";

/** A plotly figure as a bundle carries it. */
export interface PlotlyFigure {
  readonly data: readonly unknown[];
  readonly layout: Readonly<Record<string, unknown>>;
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * The figure on a dark page: each colour becomes its twin of the one table, and the page shows through the paper. On a
 * light page it is drawn as it is.
 */
export function themedFigure(figure: PlotlyFigure, dark: boolean): PlotlyFigure {
  if (!dark) return figure;
  const { data, layout, config } = JSON.parse(JSON.stringify(figure, turned)) as PlotlyFigure;
  const clear = "rgba(0,0,0,0)";
  return { data, layout: { ...layout, paper_bgcolor: clear, plot_bgcolor: clear }, config };
}

/** White is turned where it is paper, not where it is a text on a bar. */
function turned(key: string, value: unknown): unknown {
  if (typeof value !== "string" || (value === PAPER && !key.endsWith("bgcolor"))) return value;
  return DARK_COLORS[value] ?? value;
}
