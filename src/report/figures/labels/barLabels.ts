import { plotlyText } from "../theme/theme.ts";

/** A label beside a horizontal bar. `y` names the bar, `x` is the bar's end. */
export interface BarLabel {
  readonly x: number;
  readonly y: string;
  readonly text: string;
  readonly side: "left" | "right";
}

/** Spaces between a bar and its label, as wide as the gap of a plotly.js annotation. */
const GAP = "\u00a0\u00a0";

/**
 * Text labels beside horizontal bars, as one plotly.js trace. One annotation per bar would take a fifth
 * longer: plotly.js draws each twice and looks up some sixty settings for it.
 */
export function barLabels(
  labels: readonly BarLabel[],
  font: { readonly size: number; readonly color: string },
): Readonly<Record<string, unknown>> {
  return {
    type: "scatter",
    mode: "text",
    x: labels.map(({ x }) => x),
    y: labels.map(({ y }) => plotlyText(y)),
    text: labels.map(({ text, side }) => (side === "left" ? plotlyText(text) + GAP : GAP + plotlyText(text))),
    textposition: labels.map(({ side }) => `middle ${side}`),
    textfont: font,
    cliponaxis: false,
    hoverinfo: "skip",
    showlegend: false,
  };
}
