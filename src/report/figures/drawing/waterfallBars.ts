import { plotlyText } from "../theme/theme.ts";

/** Bar of a waterfall chart, in the unit of its axis. */
interface WaterfallBar {
  readonly label: string;
  readonly start: number;
  readonly length: number;
  readonly color: string;
  readonly text: string;
}

/** Plotly's trace of a waterfall chart whose bars are below each other. A bar shows its text under the pointer. */
export const waterfallBars = (bars: readonly WaterfallBar[]) => ({
  type: "bar",
  orientation: "h",
  y: bars.map(({ label }) => plotlyText(label)),
  x: bars.map(({ length }) => length),
  base: bars.map(({ start }) => start),
  marker: { color: bars.map(({ color }) => color) },
  text: bars.map(({ text }) => text),
  textposition: "none",
  hovertemplate: "%{y}: %{text}<extra></extra>",
  showlegend: false,
});
