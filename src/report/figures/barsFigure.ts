import type { Figure, TextChart } from "../document/document.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { cutToWidth } from "../lettering/cutToWidth.ts";
import { wrapToWidth } from "../lettering/wrapToWidth.ts";
import { printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { axisWords } from "./axis/axisWords.ts";
import type { FigureAxis } from "./axis/drawnAxis.ts";
import { wholeTicks } from "./axis/wholeTicks.ts";
import { nameWords } from "./labels/nameWords.ts";
import { seriesLegend } from "./labels/seriesLegend.ts";
import { barMarker } from "./marks/barMarker.ts";
import { FIT_SUFFIX, fitSentence, UNFIT_COLOR } from "./marks/fitMarks.ts";
import { type Guess, withGuesses } from "./marks/guessMarks.ts";
import { axis, baseLayout, FIGURE_WIDTH, paletteColor, plotlyText, WIDER } from "./theme/theme.ts";

export interface BarSeries {
  readonly label: string;
  /** Value of the series at each category, in base units. null where there is none. */
  readonly values: readonly (number | null)[];
  /**
   * Verdict on memory of each category's plan: `yes` if it fits its devices, `maybe` or `no`. Absent where no category
   * has a plan.
   */
  readonly fits?: readonly (string | null)[];
}

/** Bar chart over categories (`plan.recompute`, `plan.schedule`), grouped by series. */
export function barsFigure(
  categories: readonly string[],
  series: readonly BarSeries[],
  options: {
    readonly x: { readonly label: string };
    readonly y: FigureAxis;
    readonly title?: string;
    /** Quantity that distinguishes the series, written above the legend. */
    readonly legendTitle?: string;
    /** Guesses of the reader at the bars' height. */
    readonly guesses?: readonly Guess[];
  },
): Figure {
  const base = options.y.base ?? "1";
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const unit = options.y.unit ?? commonUnit(largest, base);
  const [x, y] = [axisWords(options.x.label), axisWords(options.y.label)];
  const title = options.title ?? `${y} by ${x}`;
  const suffix = unit === "1" ? "" : ` ${unit}`;
  const yTitle = unit === "1" ? y : `${y} (${unit})`;
  const names = namesAtAxis(categories.map(nameWords));
  const plain = baseLayout(title, 380);
  const more = NAME_LINE * (names.lines - 1);
  const margin = plain.margin as { readonly b: number };
  const layout = {
    ...plain,
    height: (plain.height as number) + more,
    margin: { ...margin, b: margin.b + more },
  };
  const legend = seriesLegend(
    series.map(({ label }) => label),
    options.legendTitle === undefined ? undefined : axisWords(options.legendTitle),
    layout,
    names.slanted,
  );
  const said = fitSentence(
    series.flatMap(({ fits = [] }) => fits.map((fit) => fit ?? "yes")),
    "bars",
  );
  const figure: Figure = {
    kind: "figure",
    title,
    ...(said === "" ? {} : { caption: said }),
    data: series.map((one, at) => ({
      type: "bar",
      name: legend.names[at],
      x: categories.map(plotlyText),
      y: one.values.map((value) =>
        value === null ? null : Number(scaled(value, base, unit).toPrecision(6)),
      ),
      marker: barMarker(one.fits, paletteColor(at)),
      ...crosses(one.fits ?? []),
      hovertemplate: `%{x}: %{y:.4g}${suffix}<extra>${plotlyText(nameWords(one.label))}</extra>`,
    })),
    layout: {
      ...layout,
      barmode: "group",
      bargap: categories.length <= 3 ? 0.55 : 0.35,
      showlegend: series.length > 1,
      ...legend.layout,
      xaxis: axis(plotlyText(x), {
        ...{ type: "category", showgrid: false },
        ...{ tickmode: "array", tickvals: categories.map(plotlyText), ticktext: names.texts },
        ...(names.slanted ? {} : { tickangle: 0 }),
      }),
      yaxis: axis(plotlyText(yTitle), {
        rangemode: "tozero",
        ...(options.y.scale === "log10" ? { type: "log" } : unit === "1" ? wholeTicks([0, ...values]) : {}),
      }),
    },
    text: {
      kind: "bars",
      unit,
      rows: textRows(categories, series, base, unit, options.y.unit),
    },
  };
  return withGuesses(figure, options.guesses, { axis: "y", of: (value) => scaled(value, base, unit) });
}

/** plotly.js settings of crosses above the bars of plans that do not fit. */
function crosses(fits: readonly (string | null)[]): Readonly<Record<string, unknown>> {
  if (!fits.includes("no")) return {};
  return {
    text: fits.map((fit) => (fit === "no" ? "×" : "")),
    textposition: "outside",
    textfont: { size: 14, color: UNFIT_COLOR },
    cliponaxis: false,
  };
}

/** Rows of a bar chart in characters. `asked` is the unit that the user requested, if any. */
function textRows(
  categories: readonly string[],
  series: readonly BarSeries[],
  base: string,
  unit: string,
  asked: string | undefined,
): Extract<TextChart, { kind: "bars" }>["rows"] {
  return categories.flatMap((category, row) =>
    series.flatMap((one) => {
      const value = one.values[row] ?? null;
      if (value === null) return [];
      const label = series.length > 1 ? `${category}, ${one.label}` : category;
      const fit = FIT_SUFFIX[one.fits?.[row] as keyof typeof FIT_SUFFIX] ?? "";
      return [
        {
          label: `${label}${fit}`,
          value: scaled(value, base, unit),
          text: printed(value, base, asked),
        },
      ];
    }),
  );
}

/** Height of one line of a category label below the axis, px. */
const NAME_LINE = 15;
/** Limit on the lines of a category label. */
const MOST_LINES = 4;
/** Height below the axis for slanted category labels, px. */
const SLANTED = 150;

/**
 * Labels of the categories below the bars, wrapped over several lines, or slanted where wrapping does not make enough
 * room.
 */
function namesAtAxis(categories: readonly string[]): {
  readonly texts: readonly string[];
  readonly lines: number;
  readonly slanted: boolean;
} {
  const room = (FIGURE_WIDTH - 200) / Math.max(1, categories.length) - 8;
  const wrapped = categories.map((name) => wrapToWidth(name, room / WIDER, 12, MOST_LINES));
  const slanted = wrapped.flat().some((line) => advanceWidth(line, 12, false) > room);
  if (slanted)
    return {
      texts: categories.map((name) => plotlyText(cutToWidth(name, SLANTED, 12))),
      ...{ lines: 1, slanted },
    };
  return {
    texts: wrapped.map((lines) => lines.map(plotlyText).join("<br>")),
    lines: Math.max(1, ...wrapped.map(({ length }) => length)),
    slanted,
  };
}
