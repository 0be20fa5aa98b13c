import type { DrawnAxis } from "../axis/drawnAxis.ts";
import { translucent } from "../theme/theme.ts";

/** Range around a line, with its ends at some values of x. Numbers are in base units. */
export interface Band {
  readonly x: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Opacity of one band. Bands of one line lie over each other, so the innermost is the darkest. */
const OPACITY = 0.18;

/** plotly.js traces of the bands around a line, in the line's colour (`#rrggbb`). */
export function bandTraces(
  bands: readonly Band[],
  color: string,
  x: DrawnAxis,
  y: DrawnAxis,
): readonly Readonly<Record<string, unknown>>[] {
  return bands.map((band) => ({
    type: "scatter",
    mode: "lines",
    x: [...band.x, ...band.x.toReversed()].map((value) => x.of(value)),
    y: [...band.low, ...band.high.toReversed()].map((value) => y.of(value)),
    fill: "toself",
    fillcolor: translucent(color, OPACITY),
    line: { width: 0 },
    hoverinfo: "skip",
    showlegend: false,
  }));
}
