import type { Figure } from "../document/document.ts";
import { advanceWidth } from "../lettering/advances.ts";
import { printed, scaled } from "../numbers/number.ts";
import { commonUnit } from "../numbers/unit.ts";
import { waterfallBars } from "./drawing/waterfallBars.ts";
import { barLabels } from "./labels/barLabels.ts";
import { axis, baseLayout, INK, MUTED, paletteColor, roomFor } from "./theme/theme.ts";

interface Piece {
  readonly label: string;
  readonly start: number;
  readonly size: number;
  readonly text: string;
  readonly color: string;
}

/**
 * Waterfall chart from a predicted number to the measured one. Each bar between the two is the difference of one part,
 * and begins where the bar above it ends. `base` is the dimension of the numbers.
 */
export function differencesFigure(
  parts: readonly { readonly label: string; readonly measured: number; readonly predicted: number }[],
  { title, base }: { readonly title: string; readonly base: string },
): Figure {
  const whole = (of: "measured" | "predicted"): number => parts.reduce((sum, part) => sum + part[of], 0);
  const [predicted, measured] = [whole("predicted"), whole("measured")];
  const pieces = piecesOf(parts, predicted, measured, base);
  const unit = commonUnit(Math.max(predicted, measured), base);
  const inUnit = (size: number): number => Number(scaled(size, base, unit).toPrecision(6));
  const end = ({ start, size }: Piece): number => Math.max(start, start + size);
  const room = roomFor(
    pieces.map((piece) => ({ end: end(piece), textWidth: advanceWidth(piece.text, 12, false) })),
    pieces.map(({ label }) => label),
  );
  return {
    kind: "figure",
    title,
    data: [
      waterfallBars(
        pieces.map(({ label, start, size, color, text }) => ({
          ...{ label, color, text },
          start: inUnit(Math.min(start, start + size)),
          length: inUnit(Math.abs(size)),
        })),
      ),
      barLabels(
        pieces.map((piece) => ({ x: inUnit(end(piece)), y: piece.label, text: piece.text, side: "right" })),
        { size: 12, color: INK },
      ),
    ],
    layout: {
      ...baseLayout(title, 120 + 30 * pieces.length),
      bargap: 0.35,
      xaxis: axis(`time in the step (${unit})`, { range: [0, inUnit(room)] }),
      yaxis: axis("", { type: "category", autorange: "reversed", showgrid: false, ticks: "" }),
    },
    text: {
      kind: "bars",
      unit,
      rows: pieces.map(({ label, size, text }) => ({
        label,
        value: scaled(Math.abs(size), base, unit),
        text,
      })),
    },
  };
}

/** Colours of a part that takes longer than predicted, and of one that takes less. */
const [LONGER, SHORTER] = [paletteColor(1), paletteColor(2)];

function piecesOf(
  parts: readonly { readonly label: string; readonly measured: number; readonly predicted: number }[],
  predicted: number,
  measured: number,
  base: string,
): readonly Piece[] {
  const pieces: Piece[] = [
    { label: "predicted", start: 0, size: predicted, text: printed(predicted, base), color: MUTED },
  ];
  let start = predicted;
  for (const { label, measured: is, predicted: was } of parts) {
    const size = is - was;
    if (Math.abs(size) <= 1e-6 * Math.max(predicted, measured)) continue;
    const text = `${size > 0 ? "+" : "−"}${printed(Math.abs(size), base)}`;
    pieces.push({ label, start, size, text, color: size > 0 ? LONGER : SHORTER });
    start += size;
  }
  return [
    ...pieces,
    { label: "measured", start: 0, size: measured, text: printed(measured, base), color: MUTED },
  ];
}
