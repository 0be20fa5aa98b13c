import { INK, plotlyText } from "./theme.ts";

/** Where two lines cross, in base units of the axes, with a word at the place and a sentence below the figure. */
export interface Crossed {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly sentence: string;
}

/** Rings around the crossings, each with its place in words above it. */
export function crossingMarks(
  crossings: readonly Crossed[],
  x: (value: number) => number,
  y: (value: number) => number,
): Readonly<Record<string, unknown>> {
  return {
    type: "scatter",
    mode: "markers+text",
    x: crossings.map((one) => x(one.x)),
    y: crossings.map((one) => y(one.y)),
    text: crossings.map(({ label }) => plotlyText(label)),
    textposition: "top center",
    textfont: { size: 12, color: INK },
    marker: { symbol: "circle-open", size: 14, color: INK, line: { width: 1.5 } },
    hovertext: crossings.map(({ sentence }) => plotlyText(sentence)),
    hoverinfo: "text",
    showlegend: false,
  };
}
