import { advanceWidth } from "../svg/advances.ts";

/** A text as lines of whole words that are at most so many px wide in letters of a size, px; at most `most` lines, the last as long as it needs. */
export function wrapToWidth(text: string, width: number, size: number, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && (lines.length === most || advanceWidth(longer, size, false) <= width))
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
