import type { Figure, TextChart } from "../../document/document.ts";
import { advanceWidth } from "../../lettering/advances.ts";
import {
  baseLayout,
  FIGURE_WIDTH,
  IDLE,
  INK,
  LEAST_WIDTH,
  MUTED,
  plotlyText,
  translucent,
  WIDER,
} from "../theme/theme.ts";

/** Margin around a sketch, px. */
const EDGE = 16;
/** Letter size of a sketch, px. */
export const LETTERS = 11;
/** Width of a sketch, px. */
export const SKETCH_WIDTH = FIGURE_WIDTH - 2 * EDGE;
/** Share of a width that a text may fill, so that it also fits where the figure is drawn at its least width. */
const FILLED = (LEAST_WIDTH - 2 * EDGE) / SKETCH_WIDTH / WIDER;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Rectangle of a sketch. `x`, `y` is its upper left corner; without a colour it is an empty frame. */
export interface Cell extends Point {
  readonly width: number;
  readonly height: number;
  readonly color?: string;
  readonly text?: string;
  /** Text that appears on hover. */
  readonly hover?: string;
}

/** Arrow of a sketch, with its head at `to`. */
export interface Arrow {
  readonly from: Point;
  readonly to: Point;
  readonly color: string;
  readonly width?: number;
  readonly dashed?: boolean;
}

export interface Label extends Point {
  readonly text: string;
  readonly anchor?: "left" | "center" | "right";
  readonly bold?: boolean;
  readonly muted?: boolean;
}

/** Drawing of a concept before it becomes a figure. Coordinates are px: x to the right, y downwards. */
export interface Sketch {
  readonly cells: readonly Cell[];
  readonly arrows: readonly Arrow[];
  readonly labels: readonly Label[];
}

/** First of some texts that fits into a width at every size of the figure; empty where none does. */
export const fitting = (width: number, ...texts: readonly string[]): string =>
  texts.find((text) => advanceWidth(text, LETTERS, false) <= width * FILLED) ?? "";

/** Places of `count` items of which at most `most` are drawn: all, or the first ones, a gap (null) and the last. */
export const drawnPlaces = (count: number, most: number): readonly (number | null)[] =>
  count <= most
    ? Array.from({ length: count }, (_, at) => at)
    : [...Array.from({ length: most - 2 }, (_, at) => at), null, count - 1];

/** Figure of a sketch. Its coordinates are px, so that the interactive and the static picture are equal. */
export function sketchFigure(
  { cells, arrows, labels }: Sketch,
  {
    title,
    caption,
    height,
    text,
  }: {
    readonly title: string;
    readonly caption: string;
    readonly height: number;
    readonly text: TextChart;
  },
): Figure {
  const base = baseLayout(title, 0);
  const { t } = base.margin as { readonly t: number };
  const hidden = { visible: false, fixedrange: true } as const;
  return {
    kind: "figure",
    title,
    caption,
    data: [hovers(cells)],
    layout: {
      ...base,
      height: (base.height as number) + t + height + EDGE,
      margin: { l: EDGE, r: EDGE, t, b: EDGE },
      xaxis: { ...hidden, range: [0, SKETCH_WIDTH] },
      yaxis: { ...hidden, range: [height, 0] },
      showlegend: false,
      shapes: [...cells.map(rectangle), ...arrows.flatMap(arrowShapes)],
      annotations: [
        ...cells.flatMap(({ x, y, width, height: high, text: inside }) =>
          inside ? [words({ x: x + width / 2, y: y + high / 2, text: inside, anchor: "center" })] : [],
        ),
        ...labels.map(words),
      ],
    },
    text,
  };
}

function hovers(cells: readonly Cell[]): Figure["data"][number] {
  const own = cells.filter(({ hover }) => hover !== undefined);
  return {
    ...{ type: "scatter", mode: "markers", showlegend: false },
    x: own.map(({ x, width }) => tenth(x + width / 2)),
    y: own.map(({ y, height }) => tenth(y + height / 2)),
    marker: { size: 14, opacity: 0, color: INK },
    text: own.map(({ hover }) => plotlyText(hover ?? "")),
    hovertemplate: "%{text}<extra></extra>",
  };
}

const rectangle = ({ x, y, width, height, color }: Cell) => ({
  ...{ type: "rect", x0: tenth(x), x1: tenth(x + width), y0: tenth(y), y1: tenth(y + height) },
  layer: "below",
  fillcolor: color === undefined ? "rgba(0,0,0,0)" : translucent(color, 0.4),
  line: { color: color ?? IDLE, width: 1 },
});

/** Shapes of an arrow: its line, and the triangle of its head. */
function arrowShapes({ from, to, color, width = 1.5, dashed }: Arrow) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const long = 6 + width;
  const wide = 2.5 + width / 1.5;
  const neck = { x: to.x - dx * long, y: to.y - dy * long };
  const corners = [
    to,
    { x: neck.x - dy * wide, y: neck.y + dx * wide },
    { x: neck.x + dy * wide, y: neck.y - dx * wide },
  ];
  const path = corners.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${tenth(x)},${tenth(y)}`).join(" ");
  return [
    {
      ...{ type: "line", x0: tenth(from.x), y0: tenth(from.y), x1: tenth(neck.x), y1: tenth(neck.y) },
      layer: "below",
      line: { color, width, dash: dashed ? "3px,3px" : "solid" },
    },
    { type: "path", path: `${path} Z`, layer: "below", fillcolor: color, line: { color, width: 0 } },
  ];
}

const words = ({ x, y, text, anchor = "left", bold, muted }: Label) => ({
  ...{ x: tenth(x), y: tenth(y), xanchor: anchor, yanchor: "middle", showarrow: false },
  text: bold ? `<b>${plotlyText(text)}</b>` : plotlyText(text),
  font: { size: LETTERS, color: muted ? MUTED : INK },
});

const tenth = (value: number): number => Math.round(value * 10) / 10;
