import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import type { Compared } from "../builders/comparison.ts";
import type { Figure } from "../document/document.ts";
import { lastName } from "../groups/memoryKinds.ts";
import { wrapToWidth } from "../lettering/wrapToWidth.ts";
import { printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { nameWords } from "./labels/nameWords.ts";
import { barMarker, CROSS } from "./marks/barMarker.ts";
import { fitSentence } from "./marks/fitMarks.ts";
import { type Guess, withGuesses } from "./marks/guessMarks.ts";
import {
  axis,
  BACKDROP,
  baseLayout,
  INK,
  LIMIT_LINE,
  legendText,
  meaningColor,
  paletteColor,
  plotlyText,
} from "./theme/theme.ts";

/** Stacked horizontal bars, one per breakdown, with limits as lines: `plot base.time, wide.time`. */
export function breakdownsFigure(
  compared: readonly Compared[],
  options: {
    readonly title?: string;
    /** Name of the measured quantity, for the axis. By default the label of the first breakdown. */
    readonly what?: string;
    readonly unit?: string;
    /** Guesses of the reader, each at the length of a bar. */
    readonly guesses?: readonly Guess[];
  } = {},
): Figure {
  const base = compared[0]?.breakdown.unit ?? "1";
  const unit = options.unit ?? commonUnit(Math.max(0, ...compared.map((one) => one.breakdown.value)), base);
  const title = options.title ?? `${compared[0]?.breakdown.label ?? ""} by part`;
  const what = options.what ?? compared[0]?.breakdown.label ?? "";
  const inUnit = (value: number): number => Number(scaled(value, base, unit).toPrecision(6));
  const parts = partsOf(compared);
  const names = compared.map((one) => wrapToWidth(nameWords(one.label), NAME_WIDTH, 12, 4));
  const labels = names.map((lines) => lines.map(plotlyText).join("<br>"));
  const each = 44 + 15 * Math.max(0, Math.max(...names.map(({ length }) => length)) - 2);
  const limits = limitsOf(compared, inUnit, unit);
  const fits = compared.map((one) => one.fits ?? "yes");
  const said = fitSentence(fits, "bars");
  const annotations = [...crosses(compared, inUnit), ...labelsOf(limits)];
  const valueIn = (one: Breakdown, name: string): number =>
    one.parts.find((part) => part.name === name)?.value ?? 0;
  const figure: Figure = {
    kind: "figure",
    title,
    ...(said === "" ? {} : { caption: said }),
    data: parts.map((part, at) => ({
      type: "bar",
      orientation: "h",
      name: legendText(part.label),
      y: labels,
      x: compared.map((one) => inUnit(valueIn(one.breakdown, part.name))),
      marker: barMarker(fits, meaningColor(lastName(part.name)) ?? paletteColor(at)),
      hovertemplate: `%{y}: %{x:.4g} ${unit}<extra>${plotlyText(part.label)}</extra>`,
    })),
    layout: {
      // Height for the bars, or for the legend (19 px a line), plus 120 px of margins and title.
      ...baseLayout(title, 150 + Math.max(each * compared.length, 19 * parts.length - 30)),
      barmode: "stack",
      bargap: 0.4,
      legend: { ...(baseLayout("", 0).legend as object), traceorder: "normal" },
      xaxis: axis(plotlyText(unit === "1" ? what : `${what} (${unit})`), {
        rangemode: "tozero",
        ...(limits.marks.length === 0 ? {} : { range: [0, Number((1.05 * limits.highest).toPrecision(6))] }),
      }),
      yaxis: axis("", {
        type: "category",
        // The label of the last bar's own limit is below the bar.
        ...(limits.marks.some(({ bar }) => bar !== null)
          ? { range: [compared.length - 0.25, -0.5] }
          : { autorange: "reversed" }),
        showgrid: false,
        ticks: "",
      }),
      ...(limits.marks.length === 0 ? {} : { shapes: linesOf(limits) }),
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    text: {
      kind: "bars",
      unit,
      rows: compared.map((one) => ({
        label: one.label,
        value: scaled(one.breakdown.value, base, unit),
        text: printed(one.breakdown.value, base, unit),
        parts: parts.map((part) => ({
          label: part.label,
          value: scaled(valueIn(one.breakdown, part.name), base, unit),
        })),
      })),
      ...(limits.marks.length === 1 && limits.marks[0] ? { limit: limits.marks[0] } : {}),
    },
  };
  return withGuesses(figure, options.guesses, { axis: "x", of: inUnit });
}

/** Width of a bar's label, px. A longer label is wrapped, so that the bars have room. */
const NAME_WIDTH = 220;

/** Line that marks a limit on bars. `bar` is the index of its bar, or null for one line across all bars. */
interface Mark {
  readonly value: number;
  readonly label: string;
  readonly bar: number | null;
}
interface Limits {
  readonly marks: readonly Mark[];
  /** Largest bar or limit, in the axis' unit. */
  readonly highest: number;
}

function limitsOf(compared: readonly Compared[], inUnit: (value: number) => number, unit: string): Limits {
  const base = compared[0]?.breakdown.unit ?? "1";
  const highest = inUnit(Math.max(0, ...compared.flatMap((one) => [one.breakdown.value, one.limit ?? 0])));
  const mark = (limit: number, bar: number | null): Mark => ({
    value: inUnit(limit),
    label: `capacity ${printed(limit, base, unit)}`,
    bar,
  });
  const [first] = compared;
  if (first?.limit !== undefined && compared.every(({ limit }) => limit === first.limit))
    return { marks: [mark(first.limit, null)], highest };
  const marks = compared.flatMap(({ limit }, bar) => (limit === undefined ? [] : [mark(limit, bar)]));
  return { marks, highest };
}

type Drawn = readonly Readonly<Record<string, unknown>>[];

const linesOf = ({ marks }: Limits): Drawn =>
  marks.map(({ value, bar }) => ({
    type: "line",
    x0: value,
    x1: value,
    ...(bar === null ? { yref: "paper", y0: 0, y1: 1 } : { yref: "y", y0: bar - 0.42, y1: bar + 0.42 }),
    line: LIMIT_LINE,
  }));

/** Labels of limits, in the gap behind their bar: on a bar they would hide it, and above the bars is the figure's origin line. */
const labelsOf = ({ marks, highest }: Limits): Drawn =>
  marks.map(({ value, label, bar }) => ({
    x: value,
    ...(value > highest / 2 ? { xanchor: "right", xshift: -4 } : { xanchor: "left", xshift: 4 }),
    y: (bar ?? 0) + 0.5,
    yanchor: "middle",
    showarrow: false,
    text: label,
    font: { size: 12, color: INK },
    bgcolor: BACKDROP,
  }));

/** Crosses behind the bars of plans that do not fit their devices. */
const crosses = (compared: readonly Compared[], inUnit: (value: number) => number): Drawn =>
  compared.flatMap(({ breakdown, fits }, bar) =>
    fits === "no"
      ? [
          {
            ...{ x: inUnit(breakdown.value), xanchor: "left", xshift: 2 },
            ...{ y: bar, yanchor: "middle", showarrow: false, text: CROSS, font: { size: 14 } },
          },
        ]
      : [],
  );

/** Parts at the first level of all breakdowns, in order of appearance. */
function partsOf(
  compared: readonly Compared[],
): readonly { readonly name: string; readonly label: string }[] {
  const parts = new Map<string, string>();
  for (const { breakdown } of compared) {
    for (const part of breakdown.parts)
      if (part.value !== 0 && !parts.has(part.name)) parts.set(part.name, part.label);
  }
  return [...parts].map(([name, label]) => ({ name, label }));
}
