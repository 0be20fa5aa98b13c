import { advanceWidth } from "./advances.ts";
import { piecesOf } from "./textWidth.ts";

/** Separator between the facts of a plan's name: `tp 4 · ZeRO 1`. */
const BETWEEN = " · ";

/** Piece of text that is never broken, with the separator before it (`apart`). */
interface Piece {
  readonly text: string;
  readonly apart: string;
}

/**
 * Lines of a text, wrapped to at most `width` px at a letter size in px. A name too long for a line breaks at
 * underscores. There are at most `most` lines, and the last may be too long. Facts that fit on a line are not
 * broken.
 */
export function wrapToWidth(text: string, width: number, size: number, most: number): readonly string[] {
  const fits = (line: string): boolean => advanceWidth(line, size, false) <= width;
  const partsOf = (word: string): readonly Piece[] =>
    (fits(word) ? [word] : piecesOf(word)).map((text, at) => ({ text, apart: at === 0 ? " " : "" }));
  const facts = text.trim().split(BETWEEN);
  const pieces = facts.flatMap((fact, i): readonly Piece[] => {
    const whole = i < facts.length - 1 ? fact + BETWEEN.trimEnd() : fact;
    return fits(whole) ? [{ text: whole, apart: " " }] : whole.split(/\s+/).flatMap(partsOf);
  });
  const lines: string[] = [];
  for (const { text, apart } of pieces) {
    const last = lines.at(-1);
    const longer = `${last ?? ""}${apart}${text}`;
    if (last !== undefined && (lines.length === most || fits(longer))) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines;
}
