import type { Figure } from "../../document/document.ts";
import { advanceWidth } from "../../lettering/advances.ts";
import { cutToWidth } from "../../lettering/cutToWidth.ts";
import { axisWords } from "../axis/axisWords.ts";
import { nameWords } from "../labels/nameWords.ts";
import { fitSentence, HOLLOW, UNFIT_COLOR } from "../marks/fitMarks.ts";
import {
  axis,
  BACKDROP,
  baseLayout,
  FIGURE_WIDTH,
  IDLE,
  INK,
  MUTED,
  plotlyText,
  SEAM,
} from "../theme/theme.ts";
import type { Phase } from "./phase.ts";
import { phaseColors } from "./phaseColors.ts";
import { phaseRegions } from "./phaseRegions.ts";

export interface PhaseOptions {
  readonly x: string;
  readonly y: string;
  readonly title: string;
}

/**
 * Phase diagram: which choice is best over two inputs, with one cell per combination of their values,
 * coloured and labelled by region. `cells` has a row for each of `ys`, from the bottom up, with a cell for
 * each of `xs`. null marks a combination without an answer.
 */
export function phaseFigure(
  xs: readonly string[],
  ys: readonly string[],
  cells: readonly (readonly (Phase | null)[])[],
  { x, y, title }: PhaseOptions,
): Figure {
  const places = cells.flatMap((row, j) => row.flatMap((cell, i) => (cell ? [{ i, j, cell }] : [])));
  const without = new Set(places.flatMap(({ cell }) => (cell.nothing ? [cell.label] : [])));
  const labels = [
    ...new Set(places.map(({ cell }) => cell.label).filter((label) => !without.has(label))),
    ...without,
  ];
  const colors = phaseColors(
    labels.filter((label) => !without.has(label)),
    cells,
  );
  const colorOf = (label: string): string => colors.get(label) ?? IDLE;
  const named = (label: string): string =>
    without.has(label) ? label : `${letter(labels.indexOf(label))}  ${label}`;
  const markOf = (label: string): string => (without.has(label) ? "–" : letter(labels.indexOf(label)));
  const room = FIGURE_WIDTH - 120;
  const longest = Math.max(0, ...labels.map((label) => advanceWidth(named(label), 12, false) + ENTRY_MARGIN));
  // Long legends get up to three columns in reading order, as far as the width allows.
  const columns = labels.length <= ONE_COLUMN ? 1 : Math.max(1, Math.min(3, Math.floor(room / longest)));
  const legendLines = Math.ceil(labels.length / columns);
  const said = fitSentence(places.map(({ cell }) => cell.fit ?? "yes"));
  const height = Math.max(300, 120 + 52 * ys.length);
  return {
    kind: "figure",
    title,
    ...(said === "" ? {} : { caption: said }),
    data: labels.map((label) => ({
      type: "scatter",
      mode: "markers",
      name: plotlyText(cutToWidth(nameWords(named(label)), room, 12)),
      x: places.filter(({ cell }) => cell.label === label).map(({ i }) => i),
      y: places.filter(({ cell }) => cell.label === label).map(({ j }) => j),
      marker: { symbol: "square", size: 11, color: colorOf(label) },
      text: places
        .filter(({ cell }) => cell.label === label)
        .map(({ i, j, cell }) => plotlyText(`${xs[i]}, ${ys[j]}: ${cell.detail}`)),
      hovertemplate: `%{text}<extra>${plotlyText(label)}</extra>`,
    })),
    layout: {
      ...baseLayout(title, height + 20 * legendLines),
      showlegend: true,
      legend: legendIn(columns, height),
      margin: { l: 64, r: 24, t: 52, b: 76 + 20 * legendLines },
      shapes: cellShapes(places, colorOf),
      annotations: phaseRegions(cells).map(({ label, i, j, wide }) => ({
        ...{ x: i, y: j, showarrow: false, bgcolor: BACKDROP, font: { size: 11, color: INK } },
        text: plotlyText(
          fitting(
            nameWords(label),
            without.has(label) ? "none" : letter(labels.indexOf(label)),
            (wide * ROOM) / xs.length,
          ),
        ),
      })),
      xaxis: axis(plotlyText(axisWords(x)), ticks(xs.map(nameWords))),
      yaxis: axis(plotlyText(axisWords(y)), ticks(ys.map(nameWords))),
    },
    text: {
      kind: "grid",
      columns: xs,
      rows: textRows(cells, xs, ys, markOf),
      legend: labels.map((label) => ({ mark: markOf(label), text: label })),
    },
  };
}

/** Cell of the diagram with its column and its row. */
interface Placed {
  readonly i: number;
  readonly j: number;
  readonly cell: Phase;
}

/**
 * plotly.js shapes of the diagram's cells. A heat map trace would be a bitmap, which a static picture cannot
 * hold.
 */
function cellShapes(
  places: readonly Placed[],
  colorOf: (label: string) => string,
): readonly Readonly<Record<string, unknown>>[] {
  return [
    ...places.map(({ i, j, cell }) => ({
      ...{ type: "rect", x0: i - 0.5, x1: i + 0.5, y0: j - 0.5, y1: j + 0.5 },
      ...{ fillcolor: colorOf(cell.label), line: { color: SEAM, width: 1 }, layer: "below" },
    })),
    ...places
      .filter(({ cell }) => cell.nothing)
      .map(({ i, j }) => ({
        ...{ type: "path", path: hatching(i, j), line: { color: MUTED, width: 1 } },
        // Hatching must lie above the cell's mark, which exists only for the legend and hover.
        layer: "above",
      })),
    ...places.flatMap(({ i, j, cell: { fit } }) =>
      fit === "no" ? [crossed(i, j)] : fit === "maybe" ? [hollow(i, j)] : [],
    ),
  ];
}

/** Layout settings of a legend below the diagram, in columns. */
const legendIn = (columns: number, height: number) => ({
  ...(columns === 1
    ? { orientation: "v" }
    : { orientation: "h", entrywidth: 1 / columns - 0.001, entrywidthmode: "fraction" }),
  x: 0,
  xanchor: "left",
  y: -68 / (height - 120),
  yanchor: "top",
  font: { size: 12 },
});

/** Rows of the diagram in characters, the top row first, as in the picture. */
function textRows(
  cells: readonly (readonly (Phase | null)[])[],
  xs: readonly string[],
  ys: readonly string[],
  markOf: (label: string) => string,
) {
  return ys
    .map((y, j) => ({
      label: y,
      cells: xs.map((_, i) => {
        const cell = cells[j]?.[i];
        return cell ? { mark: markOf(cell.label), text: cell.short ?? "" } : null;
      }),
    }))
    .reverse();
}

/** plotly.js shape of a cross over a cell whose best plan does not fit its devices. */
const crossed = (i: number, j: number): Readonly<Record<string, unknown>> => ({
  type: "path",
  path: `M${i - 0.5},${j - 0.5}L${i + 0.5},${j + 0.5}M${i - 0.5},${j + 0.5}L${i + 0.5},${j - 0.5}`,
  line: { color: UNFIT_COLOR, width: 1.5 },
  layer: "above",
});

/** plotly.js shape of a circle in the corner of a cell whose best plan may not fit its devices. */
const hollow = (i: number, j: number): Readonly<Record<string, unknown>> => ({
  ...{ type: "circle", xsizemode: "pixel", ysizemode: "pixel", xanchor: i + 0.5, yanchor: j + 0.5 },
  ...{
    x0: -16,
    x1: -6,
    y0: -16,
    y1: -6,
    fillcolor: HOLLOW,
    line: { color: INK, width: 1.5 },
    layer: "above",
  },
});

/** SVG path of the hatching of a cell. */
function hatching(i: number, j: number): string {
  const strokes = Array.from({ length: 2 * STROKES - 1 }, (_, at) => {
    const shift = (at + 1) / STROKES;
    const [x0, y0] = [i - 0.5 + Math.max(0, shift - 1), j - 0.5 + Math.min(1, shift)];
    const [x1, y1] = [i - 0.5 + Math.min(1, shift), j - 0.5 + Math.max(0, shift - 1)];
    return `M${x0},${y0}L${x1},${y1}`;
  });
  return strokes.join("");
}
const STROKES = 4;

/** Number of regions up to which the legend has one column. A longer list would be taller than the figure. */
const ONE_COLUMN = 10;
/** Width of a legend entry without its text: the mark and gaps, px. */
const ENTRY_MARGIN = 48;

/** Total width of the cells, px. */
const ROOM = FIGURE_WIDTH - 140;

/** Letter that stands for a region in the diagram: `A` to `Z`, then `A2`. */
const letter = (at: number): string =>
  `${String.fromCharCode(65 + (at % 26))}${at < 26 ? "" : Math.floor(at / 26) + 1}`;

const fitting = (label: string, short: string, width: number): string =>
  advanceWidth(label, 11, false) < width - 8 ? label : short;

const ticks = (names: readonly string[]): Readonly<Record<string, unknown>> => ({
  tickmode: "array",
  tickvals: names.map((_, at) => at),
  ticktext: names.map(plotlyText),
  range: [-0.5, names.length - 0.5],
  showgrid: false,
});
