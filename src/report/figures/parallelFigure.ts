import type { Figure } from "../document/document.ts";
import { cutToWidth } from "../lettering/cutToWidth.ts";
import { printed } from "../numbers/number.ts";
import { drawnAxis, type FigureAxis } from "./axis/drawnAxis.ts";
import { axis, baseLayout, FIGURE_WIDTH, INK, MUTED, paletteColor, plotlyText, tint } from "./theme/theme.ts";

/**
 * Axis of parallel coordinates with its values by row: numbers in base units, or words. null where a row has
 * no value.
 */
export interface ParallelAxis extends FigureAxis {
  readonly values: readonly (number | string | null)[];
}

/** Limit on the rows (lines) of the static picture. A search's best rows come first. */
const MOST_DRAWN = 200;
/** Number of distinct values up to which an axis spaces its values evenly and names each. */
const MOST_NAMED = 12;
const STRONGEST = paletteColor(0);

/**
 * Parallel coordinates: one axis per column, one line per row. They show which settings go together, and
 * their result on the last axis. With `ranked`, the first rows have the deepest colour; without it, the rows
 * with the highest value on the last axis. An axis with few distinct values spaces them evenly, in order.
 * Users can select ranges and move axes in a page. Rows that lack a value are left out.
 */
export function parallelFigure(
  axes: readonly ParallelAxis[],
  { title: asked, ranked = false }: { readonly title?: string; readonly ranked?: boolean } = {},
): Figure {
  const last = axes.at(-1);
  if (!last) throw new Error("parallel coordinates without an axis");
  const title = asked ?? `${axes.length - 1} settings and ${last.label}; each line is one row`;
  const whole = last.values.flatMap((_, row) =>
    axes.every(({ values }) => values[row] !== null) ? [row] : [],
  );
  const drawn = axes.map((one) => asDrawn(one, whole));
  const aim = drawn.at(-1) ?? drawn[0];
  if (!aim) throw new Error("parallel coordinates without an axis");
  /** Paleness of a line, from 0 (deepest) to 1 (palest). */
  const share = (at: number): number =>
    ranked ? at / Math.max(1, whole.length - 1) : 1 - aim.share(aim.places[at] ?? 0);
  const shown = whole.slice(0, MOST_DRAWN);
  const left = whole.length - shown.length;
  const skipped = last.values.length - whole.length;
  const caption = [
    left > 0 ? `The figure shows the first ${shown.length} of ${whole.length} rows.` : "",
    skipped > 0 ? `${skipped} rows without a value are left out.` : "",
  ].filter((one) => one !== "");
  const base = baseLayout(title, 440);
  return {
    kind: "figure",
    title,
    ...(caption.length > 0 ? { caption: caption.join(" ") } : {}),
    data: [
      {
        type: "parcoords",
        line: {
          color: whole.map((_, at) => share(at)),
          cmin: 0,
          cmax: 1,
          colorscale: [
            [0, STRONGEST],
            [1, tint(STRONGEST, PALEST)],
          ],
        },
        dimensions: drawn.map(({ title, places, range, ticks }) => ({
          label: title,
          values: places,
          range,
          tickvals: ticks.map(({ place }) => place),
          ticktext: ticks.map(({ text }) => plotlyText(text)),
        })),
        labelfont: { size: 12, color: INK },
        tickfont: { size: 11, color: INK },
        rangefont: { size: 11, color: MUTED },
      },
    ],
    layout: { ...base, margin: { l: 72, r: 72, t: 104, b: 32 } },
    still: stillLines(drawn, shown.length, share, ranked, base),
    text: {
      kind: "bars",
      unit: aim.unit,
      rows: shown.slice(0, MOST_TOLD).map((row, at) => ({
        label: `${row + 1}. ${drawn
          .slice(0, -1)
          .map(({ name, text }) => `${name} ${text(at)}`)
          .join(" · ")}`,
        value: aim.amount(at),
        text: aim.text(at),
      })),
    },
  };
}

/** Colour strength of the palest line: still visible on white and on dark. */
const PALEST = 0.3;
/**
 * Static version of the chart, for outputs where axes cannot be moved: lines over evenly spaced axes. `share`
 * is the paleness of a line, from 0 to 1.
 */
function stillLines(
  drawn: readonly Drawn[],
  lines: number,
  share: (at: number) => number,
  ranked: boolean,
  base: Figure["layout"],
): NonNullable<Figure["still"]> {
  const room = (FIGURE_WIDTH - 120) / Math.max(1, drawn.length - 1);
  const label = (text: string): string => plotlyText(cutToWidth(text, Math.max(70, room - 8), 11));
  return {
    // Draw the palest lines first, so that deep ones lie on top.
    data: Array.from({ length: lines }, (_, at) => at)
      .sort((one, other) => share(other) - share(one))
      .map((at) => ({
        type: "scatter",
        mode: "lines",
        x: drawn.map((_, place) => place),
        y: drawn.map((one) => one.share(one.places[at] ?? 0)),
        line: { color: tint(STRONGEST, 1 - (1 - PALEST) * share(at)), width: ranked && at === 0 ? 2.5 : 1 },
        showlegend: false,
      })),
    layout: {
      ...base,
      margin: { l: 48, r: 48, t: 72, b: 56 },
      xaxis: axis("", {
        tickmode: "array",
        tickvals: drawn.map((_, place) => place),
        ticktext: drawn.map(({ title }) => label(title)),
        range: [-0.3, drawn.length - 0.7],
        showgrid: true,
        gridcolor: MUTED,
        showline: false,
        ticks: "",
      }),
      yaxis: { visible: false, range: [-0.05, 1.08], fixedrange: true },
      annotations: drawn.flatMap(({ ticks, share: along }, place) =>
        ticks.map((tick) => ({
          ...{ xref: "x", yref: "y", x: place, y: along(tick.place), showarrow: false },
          ...{ xanchor: "left", yanchor: "middle", xshift: 3 },
          text: plotlyText(cutToWidth(tick.text, Math.max(50, room - 12), 11)),
          font: { size: 11, color: INK },
          bgcolor: "rgba(255,255,255,0.85)",
          borderpad: 1,
        })),
      ),
    },
  };
}

/** Limit on the rows of a table that the chart in characters shows. */
const MOST_TOLD = 20;

interface Drawn {
  /**
   * Name of the axis without its unit and without the record that the field belongs to: `tp` for `plan.tp`.
   */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  /** Position of each drawn row on the axis, in the axis' own scale. */
  readonly places: readonly number[];
  readonly range: readonly [number, number];
  readonly ticks: readonly { readonly place: number; readonly text: string }[];
  /** Position `place` on the axis' scale, as a share from 0 (lower end) to 1 (upper end). */
  share(place: number): number;
  /** Number of the row with index `at`, in the axis' unit. 0 for a word. */
  amount(at: number): number;
  /** Text of the value of the row with index `at`, without the unit. */
  text(at: number): string;
}

function asDrawn(one: ParallelAxis, rows: readonly number[]): Drawn {
  const values = rows.map((row) => one.values[row] ?? "");
  const different = [...new Set(values)].sort((a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en"),
  );
  const base = one.base ?? "1";
  const numbers = values.filter((value) => typeof value === "number");
  const { title, unit, of } = drawnAxis(one, [numbers]);
  const printedAt = (value: number | string): string =>
    typeof value === "number" ? printed(value, base, unit === "" ? undefined : unit) : value;
  const bare = (value: number | string): string => withoutUnit(printedAt(value), unit);
  const named = different.length <= MOST_NAMED || numbers.length < values.length;
  const [least, most] = [Number(different[0] ?? 0), Number(different.at(-1) ?? 0)];
  const range: readonly [number, number] = named
    ? [0, Math.max(1, different.length - 1)]
    : [least, most === least ? least + 1 : most];
  const share = (place: number): number => (place - range[0]) / (range[1] - range[0]);
  const ticks = named
    ? thinned(different.map((value, place) => ({ place, text: bare(value) })))
    : [0, 0.25, 0.5, 0.75, 1].map((part) => {
        const place = range[0] + part * (range[1] - range[0]);
        return { place, text: bare(place) };
      });
  return {
    name: one.label.slice(one.label.lastIndexOf(".") + 1),
    title,
    unit,
    places: named ? values.map((value) => different.indexOf(value)) : values.map(Number),
    range,
    ticks,
    share,
    amount: (at) => {
      const value = values[at];
      return typeof value === "number" ? of(value) : 0;
    },
    text: (at) => bare(values[at] ?? ""),
  };
}

/** Every n-th item of a list, with n such that the labels of a long axis do not overlap. */
function thinned<T>(all: readonly T[]): readonly T[] {
  const step = Math.ceil(all.length / 16);
  return all.filter((_, at) => at % step === 0);
}

/** Text without the unit that the axis' title already has. */
function withoutUnit(text: string, unit: string): string {
  return unit !== "" && text.endsWith(unit) ? text.slice(0, -unit.length).trimEnd() : text;
}
