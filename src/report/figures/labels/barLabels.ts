import { plotlyText } from "../theme.ts";

/** A text beside a horizontal bar: `y` names the bar, `x` is the end that the text stands at. */
export interface BarLabel {
  readonly x: number;
  readonly y: string;
  readonly text: string;
  readonly side: "left" | "right";
}

/** As wide as the gap that annotations keep, in the letters of a label. */
const GAP = "\u00a0\u00a0";

/**
 * Texts beside horizontal bars as one series. The drawing library draws each annotation twice and asks for some sixty
 * settings of it: a figure with one for each bar takes a fifth longer.
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
