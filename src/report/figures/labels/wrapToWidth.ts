import { advanceWidth } from "../../lettering/advances.ts";
import { piecesOf } from "../../lettering/textWidth.ts";

/** Stands between facts of a plan: `tp 4 · ZeRO 1`. */
const BETWEEN = " · ";

/** What a line holds whole, and what is between it and what stands before it. */
interface Piece {
  readonly text: string;
  readonly apart: string;
}

/**
 * A text as lines of whole words (of a name too long for one, whole parts between underscores) that are at most so many px wide in letters of a size, px; at most `most` lines, the last as long as
 * it needs. Facts that fit on a line are not broken.
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
