import type { Comment, Span } from "../../ast.ts";
import type { CommentBook } from "./commentBook.ts";

/** One thing on lines of its own: a field, an argument, a clause, a statement. */
export interface Piece {
  readonly span: Span;
  /** Places inside it that keep their own comments: brackets, blocks. Others are moved above it. */
  readonly keeps: readonly Span[];
  print(indent: number): string;
}

export const pad = (indent: number) => " ".repeat(indent);

/**
 * Pieces one under the other with the comments of `[start, end)` where they were: above a piece, behind it, or after
 * the last. Blank lines stay, runs of them become one, none at the beginning or the end.
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
    // `1` above `-2` would be a subtraction.
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

/** A comma after what stands on the line, before the comment behind it. */
function comma(line: string, behind: string): string {
  return `${line.slice(0, line.length - behind.length)},${behind}`;
}
