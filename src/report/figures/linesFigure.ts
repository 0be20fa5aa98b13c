import type { Figure } from "../document.ts";
import { plain } from "../number.ts";
import { axisWords } from "./axis/axisWords.ts";
import { drawnAxis, type FigureAxis } from "./axis/drawnAxis.ts";
import { type Crossed, crossingMarks, crossingPlaces } from "./crossingMarks.ts";
import { fewSeries } from "./fewSeries.ts";
import { fitMarks, fitSentence, type Unfit } from "./fitMarks.ts";
import { seriesLegend } from "./labels/seriesLegend.ts";
import { columnsOf, type Pair, type Points, pairsAt } from "./points.ts";
import type { Series } from "./series.ts";
import { axis, baseLayout, MUTED, PALETTE, paletteColor, plotlyText } from "./theme.ts";
import { isCloud, isTangle, type Logs, thinLines, thinPoints } from "./thin.ts";

/** A line as it is drawn. */
interface Line {
  readonly label: string;
  readonly points: readonly Pair[];
}

export interface LinesOptions {
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  readonly title?: string;
  /**
   * A dashed line of what would be perfect: y = 1 everywhere; y growing with x, or falling as 1/x, from the first point; or
   * y = x.
   */
  readonly ideal?: "constant" | "proportional" | "inverse" | "equal";
  /** Lines through the points, points alone, or a front: what the points leave possible, in steps. */
  readonly marks?: "lines" | "points" | "steps";
  /** What the series are values of (`plan.tp`), written above the legend. */
  readonly legendTitle?: string;
  readonly crossings?: readonly Crossed[];
  /** Points whose plans do not fit their devices for sure. */
  readonly unfit?: readonly Unfit[];
}

/** One line a series, with marks on the points. A log2 axis is labelled with the numbers themselves: 64, 128, 256. Series whose x comes or turns again and again are points without lines, unless lines are asked for and few. */
export function linesFigure(given: readonly Series[], asked: LinesOptions): Figure {
  const columns = given.map(({ points }) => columnsOf(points));
  const scattered = columns.some(isTangle) || (asked.marks === undefined && columns.some(isCloud));
  const options = scattered ? { ...asked, marks: "points" as const } : asked;
  const { series, gathered } = options.marks === "points" ? fewSeries(given) : { series: given, gathered: 0 };
  const all = series.map(({ points }) => columnsOf(points));
  const colorOf = (at: number) => (gathered > 0 && at === series.length - 1 ? MUTED : paletteColor(at));
  const title = options.title ?? `${axisWords(options.y.label)} over ${axisWords(options.x.label)}`;
  const x = drawnAxis(
    options.x,
    all.map((points) => points.x),
  );
  const y = drawnAxis(
    options.y,
    all.map((points) => points.y),
  );
  const { dropped, lines: few } = thinned(all, options.marks === "points", { x: x.log, y: y.log });
  const lines = few.map((points, at) => ({
    label: series[at]?.label ?? "",
    points: points.map(([px, py]) => [x.of(px), py === null ? null : y.of(py)] as const),
  }));
  const ideal = idealLine(lines, options.ideal, y.of(1));
  const crossings = options.crossings ?? [];
  // Where not all points have marks, a mark over some of them would say that the others fit.
  const unfit = dropped === "" ? (options.unfit ?? []) : [];
  const fits = fitSentence(unfit.map(({ fit }) => fit));
  const said = [...crossings.map(({ sentence }) => sentence), dropped, fits]
    .filter((one) => one !== "")
    .join(" ");
  const fromZero = (options.marks ?? "lines") === "lines" && (options.y.scale ?? "linear") === "linear";
  const base = baseLayout(title, 400);
  const legend = seriesLegend(
    lines.map(({ label }) => label),
    options.legendTitle === undefined ? undefined : axisWords(options.legendTitle),
    base,
  );
  const drawnX = lines.flatMap((one) => one.points.map(([value]) => value));
  const marked = options.marks === "points" || lines.every((one) => one.points.length <= MOST_MARKS);
  return {
    kind: "figure",
    title,
    data: [
      ...(ideal === null
        ? []
        : [
            {
              type: "scatter",
              mode: "lines",
              name: "ideal",
              x: ideal.map(([value]) => value),
              y: ideal.map(([, value]) => value),
              line: { color: MUTED, width: 1.5, dash: "dash" },
              hoverinfo: "skip",
            },
          ]),
      ...lines.map((one, at) => ({
        type: "scatter",
        mode: options.marks === "points" ? "markers" : marked ? "lines+markers" : "lines",
        name: legend.names[at],
        x: one.points.map(([value]) => value),
        y: one.points.map(([, value]) => value),
        line: {
          ...{ color: colorOf(at), width: 2.5, ...dashOf(at) },
          ...(options.marks === "steps" ? { shape: "hv", width: 1.5 } : {}),
        },
        marker: {
          color: colorOf(at),
          ...markOf(options, lines, SYMBOLS[at % SYMBOLS.length]),
        },
        hovertemplate: `%{x:,} → %{y:.4g}${y.unit === "" ? "" : ` ${y.unit}`}<extra>${plotlyText(one.label)}</extra>`,
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
          ...(fromZero ? [0] : []),
        ]),
        ...(fromZero ? { rangemode: "tozero" } : {}),
      }),
    },
    ...(said === "" ? {} : { caption: said }),
    text: {
      kind: "lines",
      xLabel: x.title,
      yLabel: y.title,
      xLog: x.log,
      yLog: y.log,
      ...(options.marks === "points" ? { apart: true as const } : {}),
      ...(options.legendTitle === undefined ? {} : { legendTitle: options.legendTitle }),
      series: lines.map((one) => ({
        label: one.label,
        points: one.points.flatMap(([px, py]) => (py === null ? [] : [[px, py] as const])),
      })),
    },
  };
}

/** Many points lie over each other: small, and their edges seen through. A few are as large as a line's marks. */
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

/** At one size plotly.js gives these less ink than a circle. */
const LARGER: Readonly<Record<string, number>> = { "triangle-up": 1.4, diamond: 1.2 };

/** Points of a line up to which each has a mark; more of them are a thick line. */
const MOST_MARKS = 60;

/** Past the palette's end its colours come again, dashed. */
function dashOf(at: number): Readonly<Record<string, string>> {
  const style = DASHES[Math.floor(at / PALETTE.length) % DASHES.length];
  return style === undefined || style === "solid" ? {} : { dash: style };
}

const DASHES = ["solid", "dash", "dot", "dashdot"] as const;

/** Points of all series up to which each has a mark of its own. */
const MOST_POINTS = 3_000;

/** What the picture can show of many points, and the sentence that says so. */
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

/** Marks differ in shape as well as in colour, for print in grey. */
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
