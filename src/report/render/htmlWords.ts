import { withWholePlaces } from "../escaping/citedPlace.ts";
import { codeSpans } from "../escaping/codeSpans.ts";
import { escapeHtml } from "../escaping/escape.ts";

/** HTML of a text whose code stands between backticks. `words` turns a piece of it into HTML; by default it escapes. */
export function htmlWords(text: string, words: (piece: string) => string = escapeHtml): string {
  return codeSpans(text)
    .map((piece) =>
      piece.code
        ? `<code style="font-size:.95em">${words(piece.text)}</code>`
        : words(withWholePlaces(piece.text)),
    )
    .join("");
}
