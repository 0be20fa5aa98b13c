import { type FigureSpec, markKeys } from "./markKeys.ts";
import { rememberedFigure } from "./rememberFigure.ts";

/** Element of a figure that stands for something, with the labels of what it stands for. */
export interface Mark {
  readonly element: Element;
  readonly keys: readonly string[];
  /** Index of the mark's trace, and of its point in the trace; null for a line. */
  readonly trace: number;
  readonly at: number | null;
}

/** Selector of figures: drawn by plotly.js on the page, or an SVG of the report. */
export const FIGURES = ".js-plotly-plot, svg.dtp-figure";

/** Marks of a figure: bars, points and lines. Empty for a picture of which no specification is known. */
export function figureMarks(figure: Element): readonly Mark[] {
  const spec = specOf(figure);
  if (!spec) return [];
  return [...figure.querySelectorAll("g.subplot")].flatMap((subplot) => {
    const id = [...subplot.classList].find((name) => /^x\d*y\d*$/.test(name)) ?? "xy";
    return LAYERS.flatMap((layer) => marksIn(subplot, id, layer, spec));
  });
}

const LAYERS = [
  { type: "bar", traces: ".barlayer > g.trace", points: ".points > g", lines: null },
  { type: "scatter", traces: ".scatterlayer > g.trace", points: ".points > path", lines: "path.js-line" },
] as const;

/**
 * Marks of one kind in a subplot. plotly.js draws traces, and the points of a trace, in the order of the specification; where
 * their numbers differ, as in a picture whose marks were merged, the marks have no labels.
 */
function marksIn(
  subplot: Element,
  id: string,
  { type, traces, points, lines }: (typeof LAYERS)[number],
  spec: FigureSpec,
): readonly Mark[] {
  const drawn = [...subplot.querySelectorAll(traces)];
  const own = spec.data.flatMap((trace, at) =>
    (trace.type ?? "scatter") === type && isShown(trace) && subplotOf(trace) === id ? [at] : [],
  );
  if (drawn.length !== own.length) return [];
  return drawn.flatMap((group, order) => {
    const trace = own[order] ?? 0;
    const drawnPoints = [...group.querySelectorAll(points)];
    const places = placesOf(spec.data[trace]);
    // A line with gaps is drawn in pieces.
    const pieces = lines ? [...group.querySelectorAll(lines)] : [];
    const mark = (element: Element, at: number | null): Mark => ({
      ...{ element, trace, at, keys: markKeys(spec, trace, at) },
    });
    return [
      ...(drawnPoints.length === places.length
        ? drawnPoints.map((element, order) => mark(element, places[order] ?? 0))
        : []),
      ...pieces.map((piece) => mark(piece, null)),
    ].filter(({ keys }) => keys.length > 0);
  });
}

/** Indices of a trace's points that are drawn: those with both coordinates. */
function placesOf(trace: FigureSpec["data"][number] | undefined): readonly number[] {
  const [x, y] = [trace?.x, trace?.y] as (ArrayLike<unknown> | undefined)[];
  const length = Math.max(x?.length ?? 0, y?.length ?? 0);
  return Array.from({ length }, (_, at) => at).filter((at) => x?.[at] !== null && y?.[at] !== null);
}

const isShown = ({ visible }: FigureSpec["data"][number]): boolean =>
  visible !== false && visible !== "legendonly";

const subplotOf = ({ xaxis, yaxis }: FigureSpec["data"][number]): string => `${xaxis ?? "x"}${yaxis ?? "y"}`;

/** Specification of a figure: plotly.js keeps it at the element in which it has drawn. */
function specOf(figure: Element): FigureSpec | null {
  const { data, layout } = figure as unknown as Partial<FigureSpec>;
  if (Array.isArray(data) && layout) return { data, layout };
  const told = rememberedFigure(figure) as Partial<FigureSpec> | undefined;
  return told && Array.isArray(told.data) ? { data: told.data, layout: told.layout ?? {} } : null;
}
