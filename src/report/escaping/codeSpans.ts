/** Piece of a text: code, which stood between two backticks, or words. */
export interface TextPiece {
  readonly code: boolean;
  readonly text: string;
}

/** Pieces of a text in order. A backtick without a partner is an ordinary character. */
export function codeSpans(text: string): readonly TextPiece[] {
  if (!text.includes("`")) return [{ code: false, text }];
  return text
    .split(SPAN)
    .map((piece, at) => ({ code: at % 2 === 1, text: piece }))
    .filter(({ text: piece }) => piece !== "");
}

/** Pattern of code between backticks, on one line. */
const SPAN = /`([^`\n]+)`/;

/** Text for a page without markup, such as a terminal: the backticks around code are left out. */
export function withoutTicks(text: string): string {
  return text.includes("`") ? text.replace(ALL_SPANS, "$1") : text;
}

const ALL_SPANS = new RegExp(SPAN, "g");
