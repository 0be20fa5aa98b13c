/**
 * Number of terminal columns that a text takes: none for combining marks, two for East Asian wide characters
 * and emoji. An approximation by ranges (Unicode TR 11) that suffices for names in tables.
 */
export function textWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character.codePointAt(0) ?? 0);
  return width;
}

/** Pattern of printable ASCII, for which columns are characters. Almost every text matches it. */
const NARROW = /^[\x20-\x7e]*$/;

function characterWidth(code: number): number {
  if (code < 0x300) return code < 0x20 ? 0 : 1;
  if ((code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200f) || code === 0xfe0f) return 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - textWidth(text))) + text;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** Text truncated to a number of terminal columns, with an ellipsis where it is too long. */
export function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = "";
  for (const character of text) {
    if (textWidth(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/**
 * Lines of a text, wrapped to at most `width` terminal columns at spaces, and with `paths` also after dots
 * and underscores. A longer word gets a line of its own.
 */
export function wrap(text: string, width: number, paths = false): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      for (const [at, piece] of (paths ? piecesOf(word) : [word]).entries()) {
        const longer = line === "" ? piece : at > 0 ? line + piece : `${line} ${piece}`;
        if (line !== "" && textWidth(longer) > width) {
          lines.push(line);
          line = piece;
        } else line = longer;
      }
    }
    lines.push(line);
  }
  return lines;
}

/**
 * Pieces between which a long path may break over lines: after dots, and after underscores of long parts.
 * `plan.sequence_parallel` gives `plan.`, `sequence_`, `parallel`.
 */
export const piecesOf = (word: string): readonly string[] =>
  word
    .split(/(?<=[a-z\d]\.(?=[a-z]))/i)
    .flatMap((part) => (part.length > LONG ? part.split(/(?<=[a-z\d]_(?=[a-z\d]))/i) : [part]));

/** Number of letters above which a part of a path may break after underscores. */
const LONG = 10;
