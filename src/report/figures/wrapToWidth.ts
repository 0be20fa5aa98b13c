import { advanceWidth } from "../svg/advances.ts";

/** Stands between facts of a plan: `tp 4 · ZeRO 1`. */
const BETWEEN = " · ";

/**
 * A text as lines of whole words that are at most so many px wide in letters of a size, px; at most `most` lines, the last as long as
 * it needs. Facts that fit on a line are not broken.
 */
export function wrapToWidth(text: string, width: number, size: number, most: number): readonly string[] {
  const fits = (line: string): boolean => advanceWidth(line, size, false) <= width;
  const facts = text.trim().split(BETWEEN);
  const pieces = facts.flatMap((fact, i) => {
    const whole = i < facts.length - 1 ? fact + BETWEEN.trimEnd() : fact;
    return fits(whole) ? [whole] : whole.split(/\s+/);
  });
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const longer = last === undefined ? piece : `${last} ${piece}`;
    if (last !== undefined && (lines.length === most || fits(longer))) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}
