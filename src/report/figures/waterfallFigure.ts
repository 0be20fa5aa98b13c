import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import type { Figure } from "../document/document.ts";
import { lastName } from "../groups/memoryKinds.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { percent, printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { waterfallBars } from "./drawing/waterfallBars.ts";
import { barLabels } from "./labels/barLabels.ts";
import { type Guess, withGuesses } from "./marks/guessMarks.ts";
import { axis, baseLayout, INK, MUTED, meaningColor, paletteColor, roomFor } from "./theme/theme.ts";

interface Piece {
  readonly label: string;
  readonly size: number;
  readonly start: number;
  readonly color: string;
}

export interface WaterfallOptions {
  readonly title: string;
  /** Name of the quantity on the axis: "time in the step". */
  readonly what: string;
  /** Label of the last row, the whole. */
  readonly total: string;
  /** Guesses of the reader at the whole. */
  readonly guesses?: readonly Guess[] | undefined;
}

/** Options of the waterfall chart of one result. */
export type PartsOptions = Partial<Pick<WaterfallOptions, "title" | "guesses">>;

/** Share of the whole below which a part is merged into the "rest" of its group. */
const VISIBLE = 0.002;
/** Share of the whole below which a part of a waterfall is not drawn. */
const NOTHING = 1e-6;

/**
 * Waterfall chart of a number by its parts. Each bar starts where the one above it ends; the last row is the
 * whole.
 */
export function waterfallFigure(whole: Breakdown, { title, what, total, guesses }: WaterfallOptions): Figure {
  const pieces = [...waterfall(whole), { label: total, size: whole.value, start: 0, color: MUTED }];
  const unit = commonUnit(whole.value, whole.unit);
  const inUnit = (size: number): number => Number(scaled(size, whole.unit, unit).toPrecision(6));
  const label = (piece: Piece): string =>
    `${printed(piece.size, whole.unit)} · ${percent(piece.size / whole.value)}`;
  const room = roomFor(
    pieces.map((piece) => ({
      end: piece.start + piece.size,
      textWidth: labelledLeft(piece, whole) ? 0 : advanceWidth(label(piece), 12, false),
    })),
    pieces.map((piece) => piece.label),
  );
  const figure: Figure = {
    kind: "figure",
    title,
    data: [
      waterfallBars(
        pieces.map((piece) => ({
          ...{ label: piece.label, color: piece.color, text: label(piece) },
          start: inUnit(piece.start),
          length: inUnit(piece.size),
        })),
      ),
      barLabels(
        pieces.map((piece) => {
          const left = labelledLeft(piece, whole);
          return {
            x: inUnit(left ? piece.start : piece.start + piece.size),
            y: piece.label,
            text: label(piece),
            side: left ? "left" : "right",
          };
        }),
        { size: 12, color: INK },
      ),
    ],
    layout: {
      ...baseLayout(title, 120 + 30 * Math.max(pieces.length, 2)),
      bargap: 0.35,
      xaxis: axis(`${what} (${unit})`, { range: [0, inUnit(room)] }),
      yaxis: axis("", { type: "category", autorange: "reversed", showgrid: false, ticks: "" }),
      shapes: pieces.slice(0, -1).map((piece, at) => ({
        type: "line",
        layer: "below",
        xref: "x",
        x0: inUnit(piece.start + piece.size),
        x1: inUnit(piece.start + piece.size),
        yref: "y",
        y0: at,
        y1: at + 1,
        line: { color: MUTED, width: 1, dash: "dot" },
      })),
    },
    text: {
      kind: "bars",
      unit,
      rows: pieces.map((piece) => ({
        label: piece.label,
        value: scaled(piece.size, whole.unit, unit),
        text: label(piece),
      })),
    },
  };
  return withGuesses(figure, guesses, { axis: "x", of: inUnit });
}

/** True where a piece's label is written left of its bar: pieces near the end have free space before them. */
function labelledLeft(piece: Piece, whole: Breakdown): boolean {
  return piece.start > 0.45 * whole.value;
}

/**
 * Pieces of the waterfall in order, with the places where they start. Groups are divided into their parts,
 * one level deep.
 */
function waterfall(whole: Breakdown): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  const add = (label: string, size: number, color: string): void => {
    if (size <= NOTHING * whole.value) return;
    pieces.push({ label, size, start, color });
    start += size;
  };
  whole.parts.forEach((group, at) => {
    const own = meaningColor(lastName(group.name)) ?? paletteColor(at);
    const parts = group.parts.filter((part) => part.value > 0);
    const visible = parts.filter((part) => part.value >= VISIBLE * whole.value);
    if (visible.length <= 1) {
      add(group.label, group.value, own);
      return;
    }
    for (const part of visible) add(part.label, part.value, meaningColor(lastName(part.name)) ?? own);
    add(`other ${group.label}`, rest(group, visible), own);
  });
  return pieces;
}

/** Size of a group without its visible parts. 0 where only a rounding error is left. */
function rest(group: Breakdown, visible: readonly Breakdown[]): number {
  const left = group.value - visible.reduce((sum, part) => sum + part.value, 0);
  return left > 1e-9 * group.value ? left : 0;
}
