import type { DrawnAxis } from "../axis/drawnAxis.ts";
import { BACKDROP, INK, plotlyText } from "../theme/theme.ts";

/**
 * Point where two lines cross, in base units of the axes, with a label for the picture and a sentence for the
 * caption.
 */
export interface Crossed {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly sentence: string;
}

/** plotly.js trace that draws a ring around each crossing of two lines. */
export function crossingMarks(
  crossings: readonly Crossed[],
  x: DrawnAxis,
  y: DrawnAxis,
): Readonly<Record<string, unknown>> {
  return {
    type: "scatter",
    mode: "markers",
    x: crossings.map((one) => x.of(one.x)),
    y: crossings.map((one) => y.of(one.y)),
    marker: { symbol: "circle-open", size: 14, color: INK, line: { width: 1.5 } },
    cliponaxis: false,
    hovertext: crossings.map(({ sentence }) => plotlyText(sentence)),
    hoverinfo: "text",
    showlegend: false,
  };
}

/**
 * Distance from the end of the axis, as a share of its length, below which a centred label would leave the
 * picture.
 */
const NEAR = 0.02;

/**
 * Annotations above the rings of crossings, with a background because the lines pass behind them. `drawn`
 * holds all x values of the lines, which give the axis' range.
 */
export function crossingPlaces(
  crossings: readonly Crossed[],
  x: DrawnAxis,
  y: DrawnAxis,
  drawn: readonly number[],
): readonly Readonly<Record<string, unknown>>[] {
  const along = (axis: DrawnAxis, value: number): number => (axis.log ? Math.log10(value) : value);
  const places = drawn.map((value) => along(x, value));
  const least = places.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = places.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  return crossings.map((one) => {
    const place = along(x, x.of(one.x));
    const share = (place - least) / (most - least || 1);
    return {
      ...{ x: place, y: along(y, y.of(one.y)) },
      xanchor: share < NEAR ? "left" : share > 1 - NEAR ? "right" : "center",
      ...{ yanchor: "bottom", yshift: 11, showarrow: false, bgcolor: BACKDROP },
      text: plotlyText(one.label),
      font: { size: 12, color: INK },
    };
  });
}
