import type { Figure } from "../../document/document.ts";
import type { DrawnAxis } from "../axis/drawnAxis.ts";
import { BACKDROP, INK, plotlyText } from "../theme/theme.ts";

/** Guess of a reader at the quantity that a figure draws, in base units of its axes. */
export interface Guess {
  readonly value: number;
  /** The guess in words: `40%`. */
  readonly text: string;
  /** Place on the x axis of lines for which the guess was made; absent where it was made for all of them. */
  readonly x?: number;
  /** Index of the bar that the guess is about; absent where it is about all of them. */
  readonly bar?: number;
}

type Drawn = Readonly<Record<string, unknown>>;
type Guesses = readonly Guess[] | undefined;

/** Largest factor from the largest number of a figure to a guess that it draws. A larger one would squash all else. */
const MOST = 3;

/**
 * Figure of bars with guesses at their ends. `axis` is that of the bars' lengths, and `of` converts base units to its unit. A guess
 * is a dotted line across its bar, or across all bars.
 */
export function withGuesses(
  figure: Figure,
  guesses: Guesses,
  { axis, of }: { readonly axis: "x" | "y"; readonly of: (value: number) => number },
): Figure {
  const { text } = figure;
  if (!guesses || guesses.length === 0 || text.kind !== "bars") return figure;
  const length = ({ value }: Guess): number => Number(of(value).toPrecision(6));
  const rowOf = (one: Guess) => ({ label: "your guess", value: length(one), text: one.text });
  const ends = [...text.rows.map(({ value }) => value), text.limit?.value ?? 0];
  const highest = Math.max(0, ...ends);
  const near = guesses.filter((one) => isNear(length(one), highest));
  const longest = Math.max(...near.map(length), 0);
  const lies = axis === "x";
  const marks = near.map((one) => (lies ? across(one, length(one), longest) : above(one, length(one))));
  const rows = text.rows.flatMap((row, at) => [row, ...near.filter(({ bar }) => bar === at).map(rowOf)]);
  return {
    ...withMarks(figure, marks, said(guesses, near)),
    ...(near.length === 0
      ? {}
      : { text: { ...text, rows: [...rows, ...near.filter(({ bar }) => bar === undefined).map(rowOf)] } }),
    layout: {
      ...withMarks(figure, marks, "").layout,
      ...longerAxis(figure.layout, `${axis}axis`, longest, highest),
      ...(lies && near.length > 0 ? withRoom(figure.layout, text.rows.length, near) : {}),
    },
  };
}

/**
 * Line chart with guesses at its y: a diamond where the guess was made, or a dotted line from end to end. `drawn` holds all x
 * values of the lines in the axis' unit.
 */
export function withLineGuesses(
  figure: Figure,
  guesses: Guesses,
  x: DrawnAxis,
  y: DrawnAxis,
  drawn: readonly number[],
): Figure {
  const { text } = figure;
  if (!guesses || guesses.length === 0 || text.kind !== "lines") return figure;
  const values = text.series.flatMap(({ points }) => points.map(([, value]) => value));
  const highest = values.reduce((one, other) => Math.max(one, other), 0);
  const near = guesses.filter(({ value }) => isNear(y.of(value), y.log ? Number.POSITIVE_INFINITY : highest));
  const ends = [Math.min, Math.max].map((end) =>
    drawn.reduce((one, other) => end(one, other), drawn[0] ?? 0),
  );
  const along = (axis: DrawnAxis, value: number): number => (axis.log ? Math.log10(value) : value);
  const [least = 0, most = least] = ends.map((end) => along(x, end));
  const placed = near.map((one) => ({
    one,
    at: one.x === undefined ? [...new Set(ends)] : [x.of(one.x)],
    height: y.of(one.value),
  }));
  const labels = placed.map(({ one, at: [first = 0], height }) => {
    const share = (along(x, first) - least) / (most - least || 1);
    return {
      ...LABEL,
      ...{ x: along(x, first), y: along(y, height) },
      xanchor: share < 0.2 ? "left" : share > 0.8 ? "right" : "center",
      ...{ yanchor: "bottom", yshift: one.x === undefined ? 2 : 9 },
      text: plotlyText(words(one)),
    };
  });
  const series = placed.map(({ one, at, height }) => ({
    label: words(one),
    points: at.map((place) => [place, height] as const),
  }));
  return {
    ...withMarks(figure, [{ shapes: [], annotations: labels }], said(guesses, near)),
    data: [...figure.data, ...placed.map(({ one, at, height }) => traceOf(one, at, height))],
    text: { ...text, series: [...text.series, ...series] },
  };
}

const isNear = (value: number, highest: number): boolean => value > 0 && value <= MOST * highest;

/** Sentence on the guesses that a figure does not draw; empty where it draws all. */
function said(guesses: readonly Guess[], near: readonly Guess[]): string {
  const far = guesses.filter((one) => !near.includes(one)).map(({ text }) => text);
  return far.length === 0 ? "" : `Outside of the figure: your guess, ${far.join(" and ")}.`;
}

const words = ({ text }: Guess): string => `your guess: ${text}`;

const LINE = { color: INK, width: 1.5, dash: "dot" } as const;
const LABEL = { showarrow: false, font: { size: 12, color: INK }, bgcolor: BACKDROP } as const;

interface Marks {
  readonly shapes: readonly Drawn[];
  readonly annotations: readonly Drawn[];
}

/** Figure with more shapes, annotations and a sentence more in its caption. */
function withMarks(figure: Figure, marks: readonly Marks[], sentence: string): Figure {
  const { shapes = [], annotations = [] } = figure.layout as Partial<Marks>;
  const caption = [figure.caption ?? "", sentence].filter((one) => one !== "").join(" ");
  const [lines, labels] = [marks.flatMap((one) => one.shapes), marks.flatMap((one) => one.annotations)];
  return {
    ...figure,
    ...(caption === "" ? {} : { caption }),
    layout: {
      ...figure.layout,
      ...(lines.length === 0 ? {} : { shapes: [...shapes, ...lines] }),
      ...(labels.length === 0 ? {} : { annotations: [...annotations, ...labels] }),
    },
  };
}

/** Line above standing bars, with its label at the left end. */
const above = (guess: Guess, at: number): Marks => ({
  shapes: [{ type: "line", xref: "paper", x0: 0, x1: 1, yref: "y", y0: at, y1: at, line: LINE }],
  annotations: [
    {
      ...LABEL,
      ...{ xref: "paper", x: 0, xanchor: "left", yref: "y", y: at, yanchor: "bottom" },
      text: plotlyText(words(guess)),
    },
  ],
});

/** Line across a lying bar with its label behind the bar, or across all lying bars with its label above the first. */
function across(guess: Guess, at: number, longest: number): Marks {
  const { bar } = guess;
  const [from, to] = bar === undefined ? [0, 1] : [bar - 0.42, bar + 0.42];
  const place =
    bar === undefined ? { yref: "paper", y: 1, yanchor: "top" } : { y: bar + 0.5, yanchor: "middle" };
  return {
    shapes: [
      {
        ...{ type: "line", xref: "x", x0: at, x1: at },
        ...{ yref: bar === undefined ? "paper" : "y", y0: from, y1: to, line: LINE },
      },
    ],
    annotations: [
      {
        ...LABEL,
        x: at,
        ...(at > longest / 2 ? { xanchor: "right", xshift: -4 } : { xanchor: "left", xshift: 4 }),
        ...place,
        text: plotlyText(words(guess)),
      },
    ],
  };
}

/** Axis of the bars' lengths, as long as the longest guess. A logarithmic one finds its range by itself. */
function longerAxis(layout: Drawn, name: string, longest: number, highest: number): Drawn {
  const axis = layout[name] as { readonly type?: string; readonly range?: readonly number[] };
  const [from = 0, to = highest] = axis.range ?? [];
  const room = name === "yaxis" ? 1.1 : 1.05; // above a line stands its label
  if (axis.type === "log" || room * longest <= to) return {};
  return { [name]: { ...axis, range: [from, Number((room * longest).toPrecision(6))] } };
}

/** Axis of the names of `bars` lying bars, with room for the labels of guesses. */
function withRoom({ yaxis }: Drawn, bars: number, guesses: readonly Guess[]): Drawn {
  const { autorange: _, ...axis } = yaxis as Drawn;
  const [behind, over] = [
    guesses.some(({ bar }) => bar !== undefined),
    guesses.some(({ bar }) => bar === undefined),
  ];
  return { yaxis: { ...axis, range: [bars - (behind ? 0.25 : 0.5), over ? -1.2 : -0.5] } };
}

/** plotly.js trace of a guess among lines. */
const traceOf = (guess: Guess, at: readonly number[], height: number): Drawn => ({
  ...{ type: "scatter", mode: at.length === 1 ? "markers" : "lines" },
  x: at,
  y: at.map(() => height),
  marker: { symbol: "diamond-open", size: 12, color: INK, line: { width: 2 } },
  line: LINE,
  cliponaxis: false,
  hovertext: plotlyText(words(guess)),
  hoverinfo: "text",
  showlegend: false,
});
