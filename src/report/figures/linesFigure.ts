import type { Figure } from "../document/document.ts";
import { plain } from "../numbers/number.ts";
import { axisWords } from "./axis/axisWords.ts";
import { type DrawnAxis, drawnAxis, type FigureAxis } from "./axis/drawnAxis.ts";
import { fewSeries } from "./fewSeries.ts";
import { nameWords } from "./labels/nameWords.ts";
import { seriesLegend } from "./labels/seriesLegend.ts";
import { bandTraces } from "./marks/bandTraces.ts";
import { type Crossed, crossingMarks, crossingPlaces } from "./marks/crossingMarks.ts";
import { fitMarks, fitSentence, type Unfit } from "./marks/fitMarks.ts";
import { type Guess, withLineGuesses } from "./marks/guessMarks.ts";
import { columnsOf, type Pair, type Points, pairsAt } from "./points.ts";
import type { Series } from "./series.ts";
import { axis, baseLayout, MUTED, PALETTE, paletteColor, plotlyText } from "./theme/theme.ts";
import { isCloud, isTangle, type Logs, thinLines, thinPoints } from "./thin.ts";

/** Line of the chart with the points that are drawn of it. */
interface Line {
  readonly label: string;
  readonly points: readonly Pair[];
}

export interface LinesOptions {
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  readonly title?: string;
  /**
   * Dashed line for comparison: y = 1 (`constant`); y of the first point, growing with x (`proportional`) or
   * falling as 1/x (`inverse`); or y = x (`equal`).
   */
  readonly ideal?: "constant" | "proportional" | "inverse" | "equal";
  /** Style of the series: lines through the points, points alone, or a stepped line as for a Pareto front. */
  readonly marks?: "lines" | "points" | "steps";
  /** Quantity that distinguishes the series (`plan.tp`), written above the legend. */
  readonly legendTitle?: string;
  readonly crossings?: readonly Crossed[];
  /** Points whose plans do not fit their devices, or may not. */
  readonly unfit?: readonly Unfit[];
  /** Guesses of the reader at the y of the lines. */
  readonly guesses?: readonly Guess[];
}

/**
 * Line chart, one line per series with marks on its points. A log2 axis is labelled with the numbers
 * themselves: 64, 128, 256. A series whose x repeats or turns back many times is drawn as points, unless
 * lines are requested and points are few.
 */
export function linesFigure(given: readonly Series[], asked: LinesOptions): Figure {
  const columns = given.map(({ points }) => columnsOf(points));
  const scattered = columns.some(isTangle) || (asked.marks === undefined && columns.some(isCloud));
  const options = scattered ? { ...asked, marks: "points" as const } : asked;
  const { series, gathered } = options.marks === "points" ? fewSeries(given) : { series: given, gathered: 0 };
  const all = series.map(({ points }) => columnsOf(points));
  const colorOf = (at: number) => (gathered > 0 && at === series.length - 1 ? MUTED : paletteColor(at));
  const title = options.title ?? `${axisWords(options.y.label)} over ${axisWords(options.x.label)}`;
  const [x, y] = [
    drawnAxis(
      options.x,
      all.map((points) => points.x),
    ),
    drawnAxis(
      options.y,
      all.map((points) => points.y),
    ),
  ];
  const { dropped, lines: few } = thinned(all, options.marks === "points", { x: x.log, y: y.log });
  const lines = few.map((points, at) => ({
    label: series[at]?.label ?? "",
    points: points.map(([px, py]) => [x.of(px), py === null ? null : y.of(py)] as const),
  }));
  const ideal = idealLine(lines, options.ideal, y.of(1));
  const crossings = options.crossings ?? [];
  // Mark plans that do not fit only where every point is drawn: otherwise an unmarked point would seem to
  // fit.
  const unfit = dropped === "" ? (options.unfit ?? []) : [];
  const banded = options.marks !== "points" && series.some(({ bands = [] }) => bands.length > 0);
  const caption = captionOf(crossings, dropped, unfit, banded);
  const fromZero = (options.marks ?? "lines") === "lines" && (options.y.scale ?? "linear") === "linear";
  const base = baseLayout(title, 400);
  const legend = seriesLegend(
    lines.map(({ label }) => label),
    options.legendTitle === undefined ? undefined : axisWords(options.legendTitle),
    base,
  );
  const drawnX = lines.flatMap((one) => one.points.map(([value]) => value));
  const marked = options.marks === "points" || lines.every((one) => one.points.length <= MOST_MARKS);
  const figure: Figure = {
    kind: "figure",
    title,
    data: [
      ...(banded ? series.flatMap(({ bands = [] }, at) => bandTraces(bands, colorOf(at), x, y)) : []),
      ...(ideal === null ? [] : [idealTrace(ideal)]),
      ...lines.map((one, at) => ({
        ...{
          type: "scatter",
          mode: options.marks === "points" ? "markers" : marked ? "lines+markers" : "lines",
        },
        name: legend.names[at],
        ...lineTrace(one, colorOf(at), at, options),
        marker: { color: colorOf(at), ...markOf(options, lines, SYMBOLS[at % SYMBOLS.length]) },
        hovertemplate: `%{x:,} → %{y:.4g}${y.unit === "" ? "" : ` ${y.unit}`}<extra>${plotlyText(nameWords(one.label))}</extra>`,
      })),
      ...fitMarks(unfit, x, y),
      ...(crossings.length === 0 ? [] : [crossingMarks(crossings, x, y)]),
    ],
    layout: {
      ...base,
      showlegend: lines.length + (ideal === null ? 0 : 1) > 1,
      ...legend.layout,
      ...(crossings.length === 0 ? {} : { annotations: crossingPlaces(crossings, x, y, drawnX) }),
      xaxis: axis(x.title, options.marks === "points" ? x.ticks(drawnX) : x.ticksAt(drawnX)),
      yaxis: axis(y.title, {
        ...y.ticks([
          ...lines.flatMap((one) => one.points.map(([, value]) => value ?? Number.NaN)),
          ...(ideal ?? []).map(([, value]) => value),
          ...(banded
            ? series.flatMap(({ bands = [] }) => bands.flatMap(({ low, high }) => [...low, ...high]))
            : []
          ).map((value) => y.of(value)),
          ...(fromZero ? [0] : []),
        ]),
        ...(fromZero ? { rangemode: "tozero" } : {}),
      }),
    },
    ...(caption === "" ? {} : { caption }),
    text: textChart(lines, x, y, options),
  };
  return withLineGuesses(figure, options.guesses, x, y, drawnX);
}

const textChart = (
  lines: readonly DrawnLine[],
  x: DrawnAxis,
  y: DrawnAxis,
  { marks, legendTitle }: LinesOptions,
): NonNullable<Figure["text"]> => ({
  kind: "lines",
  xLabel: x.words,
  yLabel: y.words,
  xLog: x.log,
  yLog: y.log,
  ...(marks === "points" ? { apart: true as const } : {}),
  ...(legendTitle === undefined ? {} : { legendTitle }),
  series: lines.map((one) => ({
    label: one.label,
    points: one.points.flatMap(([px, py]) => (py === null ? [] : [[px, py] as const])),
  })),
});

/** Caption of a line chart: bands, where lines cross, how many points are left out, and which plans do not fit. */
function captionOf(
  crossings: readonly Crossed[],
  dropped: string,
  unfit: readonly Unfit[],
  banded: boolean,
): string {
  const fits = fitSentence(unfit.map(({ fit }) => fit));
  const bands = banded ? "Median, and the middle 50% and 80% of the draws." : "";
  return [bands, ...crossings.map(({ sentence }) => sentence), dropped, fits]
    .filter((one) => one !== "")
    .join(" ");
}

interface DrawnLine {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number | null])[];
}

const idealTrace = (ideal: readonly (readonly [x: number, y: number])[]) => ({
  type: "scatter",
  mode: "lines",
  name: "ideal",
  x: ideal.map(([value]) => value),
  y: ideal.map(([, value]) => value),
  line: { color: MUTED, width: 1.5, dash: "dash" },
  hoverinfo: "skip",
});

/** plotly.js trace of a line: its points, and how they are joined. */
const lineTrace = ({ points }: DrawnLine, color: string, at: number, { marks }: LinesOptions) => ({
  x: points.map(([value]) => value),
  y: points.map(([, value]) => value),
  line: {
    ...{ color, width: 2.5, ...dashOf(at) },
    ...(marks === "steps" ? { shape: "hv", width: 1.5 } : {}),
  },
});

/**
 * Style of a series' marks. Many overlapping points are small and translucent; few are as large as the marks
 * on a line.
 */
function markOf(
  options: LinesOptions,
  lines: readonly Line[],
  symbol: (typeof SYMBOLS)[number] = "circle",
): { readonly size: number; readonly opacity?: number; readonly symbol: string } {
  const points = lines.reduce((sum, one) => sum + one.points.length, 0);
  const many = options.marks === "points" && points > MOST_MARKS;
  const size = Math.round((many ? 5 : 7) * (LARGER[symbol] ?? 1));
  return { size, ...(many ? { opacity: 0.8 } : {}), symbol };
}

/** Size factors of symbols that plotly.js draws with less ink than a circle. */
const LARGER: Readonly<Record<string, number>> = { "triangle-up": 1.4, diamond: 1.2 };

/** Number of points up to which a line has a mark at each. More marks would look like a thick line. */
const MOST_MARKS = 60;

/**
 * Dash style of the series with this index. Series beyond the end of the palette repeat its colours with a
 * dashed line.
 */
function dashOf(at: number): Readonly<Record<string, string>> {
  const style = DASHES[Math.floor(at / PALETTE.length) % DASHES.length];
  return style === undefined || style === "solid" ? {} : { dash: style };
}

const DASHES = ["solid", "dash", "dot", "dashdot"] as const;

/** Number of points in all series up to which every point is drawn. */
const MOST_POINTS = 3_000;

/**
 * Points that are drawn where there are too many to show, and the sentence that says so (empty where all are
 * drawn).
 */
function thinned(
  all: readonly Points[],
  marks: boolean,
  logs: Logs,
): { readonly lines: readonly (readonly Pair[])[]; readonly dropped: string } {
  const { places, side } = marks ? thinPoints(all, logs, MOST_POINTS) : thinLines(all, logs);
  const lines = all.map((points, at) => pairsAt(points, places[at] ?? []));
  const before = all.reduce((sum, { x }) => sum + x.length, 0);
  const after = lines.reduce((sum, { length }) => sum + length, 0);
  if (after === before) return { lines, dropped: "" };
  const drawn = `${plain(after)} of ${plain(before)} points are drawn`;
  if (!marks && side <= 1)
    return { lines, dropped: `${drawn}; the others would be hidden behind them at this size.` };
  const why = marks
    ? `one point stands for all others within ${side} pixels; isolated points are always drawn`
    : `the first, last, lowest and highest point of each line in every ${plain(side)} pixels`;
  return { lines, dropped: `${drawn}: ${why}.` };
}

/** Shapes of the series' marks, in order. They tell series apart in greyscale print. */
const SYMBOLS = ["circle", "square", "diamond", "triangle-up", "cross", "x"] as const;

function idealLine(
  lines: readonly { readonly points: readonly (readonly [number, number | null])[] }[],
  kind: LinesOptions["ideal"],
  one: number,
): readonly (readonly [number, number])[] | null {
  const xs = [...new Set(lines.flatMap((line) => line.points.map(([x]) => x)))].sort((a, b) => a - b);
  const first = lines[0]?.points.find((point): point is readonly [number, number] => point[1] !== null);
  if (kind === undefined || xs.length === 0 || first === undefined) return null;
  if (kind === "equal") return [xs[0], xs.at(-1)].map((x) => [x ?? 0, x ?? 0]);
  const [x0, y0] = first;
  const at = (x: number): number => {
    if (kind === "constant") return one;
    return Number((kind === "inverse" ? (y0 * x0) / x : (y0 * x) / x0).toPrecision(6));
  };
  return xs.map((x) => [x, at(x)]);
}
