import type { Comment, Span } from "../../ast/ast.ts";
import type { CommentBook } from "./commentBook.ts";

/** Item that the formatter prints on lines of its own: a field, an argument, a clause or a statement. */
export interface Piece {
  readonly span: Span;
  /** Spans inside the item, such as brackets, in which comments stay. All other comments in the item move above it. */
  readonly keeps: readonly Span[];
  print(indent: number): string;
}

export const pad = (indent: number) => " ".repeat(indent);

/**
 * Lines of several items, one below the other, with the comments between `start` and `end` in place: above an item,
 * behind it, or after the last item. Several blank lines become one, and none remain at the beginning or end.
 */
export function sequence(
  pieces: readonly Piece[],
  book: CommentBook,
  start: number,
  end: number,
  indent: number,
): string[] {
  const lines: string[] = [];
  let last = start;
  let lastPiece = -1;
  let behind = "";
  const push = (text: string, at: Span) => {
    if (lines.length > 0 && book.newlines(last, at.start) > 1) lines.push("");
    lines.push(pad(indent) + text);
    last = at.end;
  };
  pieces.forEach((piece, index) => {
    for (const comment of book.within(last, piece.span.start)) push(book.print(comment, true), comment.span);
    const gap = lines.length > 0 && book.newlines(last, piece.span.start) > 1;
    if (gap) lines.push("");
    for (const comment of strays(piece, book)) lines.push(pad(indent) + book.print(comment, true, true));
    const printed = piece.print(indent);
    // Without a comma between them, `1` and `-2` on the next line would be a subtraction.
    if (printed.startsWith("-") && lastPiece >= 0) lines[lastPiece] = comma(lines[lastPiece] ?? "", behind);
    const text = pad(indent) + printed;
    last = piece.span.end;
    const trailing = book.within(last, pieces[index + 1]?.span.start ?? end)[0];
    behind = "";
    if (trailing && book.newlines(last, trailing.span.start) === 0) {
      behind = `  ${book.print(trailing, false)}`;
      last = trailing.span.end;
    }
    lines.push(text + behind);
    lastPiece = lines.length - 1;
  });
  for (const comment of book.within(last, end)) push(book.print(comment, true), comment.span);
  return lines;
}

function strays(piece: Piece, book: CommentBook): readonly Comment[] {
  return book
    .within(piece.span.start, piece.span.end)
    .filter(({ span }) => !piece.keeps.some((kept) => kept.start <= span.start && span.end <= kept.end));
}

/** Line with a comma added at its end, but before the comment `behind`. */
function comma(line: string, behind: string): string {
  return `${line.slice(0, line.length - behind.length)},${behind}`;
}
