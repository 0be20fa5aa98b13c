import type { Figure, TextChart } from "../../document/document.ts";
import { advanceWidth } from "../../lettering/advances.ts";
import {
  DRAWING_WIDTH,
  hoverMarks,
  type Label,
  LETTERS,
  labelWords,
  type Point,
  pixelLayout,
  tenth,
} from "../drawing/pixels.ts";
import { FIGURE_WIDTH, IDLE, LEAST_WIDTH, plotlyText, translucent, WIDER } from "../theme/theme.ts";

/** Share of a width that a text may fill, so that it also fits where the figure is drawn at its least width. */
const FILLED = (LEAST_WIDTH - FIGURE_WIDTH + DRAWING_WIDTH) / DRAWING_WIDTH / WIDER;

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
  return {
    kind: "figure",
    title,
    caption,
    data: [hovers(cells)],
    layout: {
      ...pixelLayout(title, height),
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
  return hoverMarks(
    cells.flatMap(({ x, y, width, height, hover }) =>
      hover === undefined ? [] : [{ x: x + width / 2, y: y + height / 2, text: plotlyText(hover) }],
    ),
  );
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

const words = (label: Label) => labelWords({ ...label, x: tenth(label.x), y: tenth(label.y) });
