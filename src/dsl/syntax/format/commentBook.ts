import type { Comment, File, Span } from "../../ast/ast.ts";
import { beginsLine } from "../tokens/line.ts";

/** Comments of a text, which can be looked up by place. The formatter asks for the comments between two items. */
export class CommentBook {
  readonly text: string;
  private readonly comments: readonly Comment[];

  constructor(file: File) {
    this.text = file.source.text;
    this.comments = file.comments;
  }

  /** Comments that begin at an offset from `start` to below `end`. */
  within(start: number, end: number): readonly Comment[] {
    const found: Comment[] = [];
    for (let at = this.from(start); at < this.comments.length; at++) {
      const comment = this.comments[at];
      if (!comment || comment.span.start >= end) break;
      found.push(comment);
    }
    return found;
  }

  any(span: Span): boolean {
    const next = this.comments[this.from(span.start)];
    return next !== undefined && next.span.start < span.end;
  }

  /**
   * Text of a comment as the program writes it, with its `#`. A `##` comment that moves to a line of its own
   * (`ownLine`) is printed with one `#`, because with two it would document the next item.
   */
  print(comment: Comment, ownLine: boolean, moved = false): string {
    const written = this.text.slice(comment.span.start, comment.span.end).trimEnd();
    const demote = ownLine && comment.doc && (moved || !beginsLine(this.text, comment.span.start));
    return demote ? written.slice(1) : written;
  }

  /** Number of newlines between two offsets. The text between them must contain only blanks and commas. */
  newlines(from: number, to: number): number {
    let count = 0;
    for (let at = from; at < to; at++) if (this.text.charCodeAt(at) === 10) count++;
    return count;
  }

  /** Index of the first comment that begins at an offset or after it. */
  private from(offset: number): number {
    let low = 0;
    let high = this.comments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.comments[middle]?.span.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
