import { DARK_COLORS } from "../report/figures/theme/darkColors.ts";
import { PAPER } from "../report/figures/theme/theme.ts";

/** Plotly figure as a notebook stores it. */
export interface PlotlyFigure {
  readonly data: readonly unknown[];
  readonly layout: Readonly<Record<string, unknown>>;
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * Figure for the current theme. On a dark page each colour is replaced by its dark twin, and the background
 * is transparent. On a light page the figure is unchanged.
 */
export function themedFigure(figure: PlotlyFigure, dark: boolean): PlotlyFigure {
  if (!dark) return figure;
  const { data, layout, config } = JSON.parse(JSON.stringify(figure, turned)) as PlotlyFigure;
  const clear = "rgba(0,0,0,0)";
  return { data, layout: { ...layout, paper_bgcolor: clear, plot_bgcolor: clear }, config };
}

/**
 * Colour for a dark page of a colour in the layout setting `key`. White changes where it is paper, not where
 * it is text on a bar.
 */
function turned(key: string, value: unknown): unknown {
  if (typeof value !== "string" || (value === PAPER && !key.endsWith("bgcolor"))) return value;
  return DARK_COLORS[value] ?? value;
}
