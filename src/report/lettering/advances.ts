/**
 * Advance widths of Helvetica and Helvetica Bold in thousandths of the font size, for code points 32 to 126
 * (Adobe's font metrics files for the PostScript core fonts). Arial and Liberation Sans have the same widths,
 * so the measured width is right in every front end with one of them.
 */
const REGULAR = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const BOLD = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
  556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
  556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
  333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/** Advance widths of the non-ASCII characters in dtp's own texts, in thousandths of the font size. */
const OTHER: ReadonlyMap<string, number> = new Map([
  ["\u00a0", 278],
  ["·", 278],
  ["–", 556],
  ["—", 1000],
  ["×", 584],
  ["…", 1000],
  ["→", 1000],
]);

/**
 * Width of a text in px at a letter size in px. Characters without a known width count as an average capital,
 * wide ones as a full square.
 */
export function advanceWidth(text: string, size: number, bold: boolean): number {
  const table = bold ? BOLD : REGULAR;
  let sum = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    sum += table[code - 32] ?? OTHER.get(character) ?? (code >= 0x2e80 ? 1000 : code < 32 ? 0 : 600);
  }
  return (sum * size) / 1000;
}
