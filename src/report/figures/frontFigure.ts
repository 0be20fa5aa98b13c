import type { Figure } from "../document/document.ts";
import { cutToWidth } from "../lettering/cutToWidth.ts";
import { plain, printed } from "../numbers/number.ts";
import { axisWords } from "./axis/axisWords.ts";
import { type DrawnAxis, drawnAxis, type FigureAxis } from "./axis/drawnAxis.ts";
import { numberPlaces } from "./labels/numberPlaces.ts";
import { fitSentence, UNFIT_COLOR } from "./marks/fitMarks.ts";
import { axis, baseLayout, FIGURE_WIDTH, INK, MUTED, paletteColor, plotlyText, tint } from "./theme/theme.ts";

/** Expression that a Pareto front minimises, with its value for each plan. */
export interface FrontAim extends FigureAxis {
  /** Value of each plan on the front, in base units. */
  readonly values: readonly number[];
}

/** Limit on the points of a front that get a number and a line in the key. */
const MOST_NAMED = 12;
/** Approximate size of the plot without its margins, px. */
const PLOT = { width: FIGURE_WIDTH - 88, height: 290 };

const SYMBOLS: Readonly<Record<string, string>> = { maybe: "circle-open", no: "x" };

/**
 * Pareto front of plans over its first two aims, with the best plan in the first aim at the left. Points are
 * numbered, and a key below names each plan. With two aims, a stepped line separates the plans' area from the
 * area that no plan reaches. A third aim is the points' colour, deeper for larger values; further aims are in
 * the key. `fits` is each plan's verdict on memory (`yes`, `maybe`, `no`).
 */
export function frontFigure(
  names: readonly string[],
  aims: readonly FrontAim[],
  asked: string | undefined,
  fits: readonly string[] = [],
): Figure {
  const [x, y, ...further] = aims.map((aim) => asDrawn(aim));
  if (!x || !y) throw new Error("a front needs two objectives");
  const third = further[0];
  const title =
    asked ??
    `${y.label} over ${x.label}${third ? `, by ${further.map(({ label }) => label).join(", ")}` : ""}`;
  const color = (at: number): string => (third ? tint(DEEPEST, 0.2 + 0.8 * third.share(at)) : DEEPEST);
  const pixels = names.map((_, at) => ({
    x: PLOT.width * (EDGE + (1 - 2 * EDGE) * x.share(at)),
    y: PLOT.height * (1 - EDGE - (1 - 2 * EDGE) * y.share(at)),
  }));
  const best = aims.map(({ values }) => values.indexOf(Math.min(...values)));
  const numbers = numberPlaces(pixels, MOST_NAMED, best);
  const also = (at: number): string => further.map((one) => `, ${one.text(at)}`).join("");
  const hover = (at: number): string =>
    [`${at + 1}. ${names[at]}`, ...[x, y, ...further].map((one) => `${one.label} ${one.text(at)}`)]
      .map(plotlyText)
      .join("<br>");
  const marks = (places: readonly number[]) => ({
    x: places.map((at) => x.at(at)),
    y: places.map((at) => y.at(at)),
    marker: markerOf(places, fits, color, third ? 1 : 0),
    hovertext: places.map(hover),
    hoverinfo: "text",
  });
  const named = [...numbers.keys()].sort((a, b) => a - b);
  const others = [...names.keys()].filter((at) => !numbers.has(at));
  const keyOf = (at: number): string => `${at + 1}. ${names[at]}${also(at)}`;
  const key = third ? `darker: more ${third.label}` : "";
  const base = baseLayout(title, 400 + LINE * named.length + (key === "" ? 0 : LINE));
  const { t } = base.margin as { readonly t: number };
  const below = 84 + LINE * named.length + (key === "" ? 0 : LINE);
  const plot = (base.height as number) - t - below;
  const caption = captionOf(named.length, names.length, fits);
  return {
    kind: "figure",
    title,
    ...(caption === "" ? {} : { caption }),
    data: [
      ...(third ? [] : [steps(names.length, x, y)]),
      ...(others.length === 0
        ? []
        : [{ type: "scatter", mode: "markers", ...marks(others), showlegend: false, cliponaxis: false }]),
      ...named.map((at) => ({
        type: "scatter",
        mode: "markers+text",
        name: plotlyText(cutToWidth(keyOf(at), FIGURE_WIDTH - 120, 12)),
        ...marks([at]),
        text: [String(at + 1)],
        textposition: numbers.get(at),
        textfont: { size: 12, color: INK },
        cliponaxis: false,
      })),
    ],
    layout: {
      ...base,
      showlegend: true,
      legend: {
        ...{ orientation: "v", x: 0, xanchor: "left", y: -60 / plot, yanchor: "top" },
        font: { size: 12 },
        ...(key === "" ? {} : { title: { text: plotlyText(key), font: { size: 12, color: MUTED } } }),
      },
      margin: { ...(base.margin as object), b: below },
      xaxis: axis(x.title, { ...x.ticks, range: x.range }),
      yaxis: axis(y.title, { ...y.ticks, range: y.range }),
    },
    text: {
      kind: "lines",
      ...{ xLabel: x.words, yLabel: y.words, xLog: x.log, yLog: y.log },
      series: [{ label: "", points: names.map((_, at) => [x.at(at), y.at(at)] as const) }],
      numbered: { joined: !third, key: names.map((_, at) => keyOf(at)), named },
    },
  };
}

/** Style of a front's points: colour by the third aim, shape by the verdict on memory. */
const markerOf = (
  places: readonly number[],
  fits: readonly string[],
  color: (at: number) => string,
  outline: number,
) => ({
  ...{
    size: 9,
    color: places.map((at) => (fits[at] === "no" ? UNFIT_COLOR : color(at))),
    line: { color: MUTED, width: outline },
  },
  ...(fits.some((fit) => fit !== "yes")
    ? { symbol: places.map((at) => SYMBOLS[fits[at] ?? ""] ?? "circle") }
    : {}),
});

/** Stepped line through a front's points. No plan found lies below and left of it. */
const steps = (points: number, x: Drawn, y: Drawn) => ({
  type: "scatter",
  mode: "lines",
  x: Array.from({ length: points }, (_, at) => x.at(at)),
  y: Array.from({ length: points }, (_, at) => y.at(at)),
  line: { color: DEEPEST, width: 1.5, shape: "hv" },
  hoverinfo: "skip",
  showlegend: false,
});

function captionOf(named: number, points: number, fits: readonly string[]): string {
  const most = `${plain(named)} of ${plain(points)} points are numbered; the table lists all.`;
  return [named === points ? "" : most, fitSentence(fits)].filter((one) => one !== "").join(" ");
}

/** Padding at each end of an axis, as a share of the values' range. */
const EDGE = 0.08;
/**
 * Ratio of largest to smallest value from which an axis is logarithmic. On a linear axis most plans would
 * overlap.
 */
const WIDE = 10;
/** Height of one line of the key below the plot, px. */
const LINE = 20;
const DEEPEST = paletteColor(0);

interface Drawn extends Pick<DrawnAxis, "words" | "title" | "log"> {
  readonly label: string;
  readonly ticks: Readonly<Record<string, unknown>>;
  readonly range: readonly [number, number];
  /**
   * Value of the plan with index `place`: in the axis' unit (`at`), in words (`text`), and scaled to 0–1
   * between the smallest and the largest plan (`share`).
   */
  at(place: number): number;
  text(place: number): string;
  share(place: number): number;
}

function asDrawn(aim: FrontAim): Drawn {
  const { label, base = "1", unit, values } = aim;
  const wide = Math.min(...values) > 0 && Math.max(...values) > WIDE * Math.min(...values);
  const { words, title, log, of, ticks } = drawnAxis(wide ? { scale: "log10", ...aim } : aim, [values]);
  const at = (place: number): number => of(values[place] ?? 0);
  const along = (value: number): number => (log ? Math.log10(value) : value);
  const places = values.map((value) => along(of(value)));
  const [least, most] = [Math.min(...places), Math.max(...places)];
  const span = most - least || Math.abs(most) || 1;
  const beside = (EDGE * span) / (1 - 2 * EDGE);
  return {
    ...{ label: axisWords(label), words, title, log, at },
    ticks: ticks(values.map(of)),
    range: [least - beside, most + beside],
    text: (place) => printed(values[place] ?? 0, base, unit),
    share: (place) => ((places[place] ?? 0) - least) / span,
  };
}
