import type { File, Import, Statement } from "../../ast/ast.ts";
import { CommentBook } from "./commentBook.ts";
import { Layout } from "./layout.ts";
import { type Piece, sequence } from "./sequence.ts";
import { StatementLayout } from "./statement.ts";

/**
 * Formats a file: indents of two spaces, one field per line, no aligned `=`, sorted imports, canonical units. A record
 * that begins on one line stays on one line while it fits. Formatting a formatted text changes nothing. The syntax tree
 * is unchanged apart from the order of imports, and no comment is lost. Only files without syntax errors may be
 * formatted: text that does not parse may be lost.
 */
export function format(file: File): string {
  const book = new CommentBook(file);
  const layout = new Layout(book);
  const statements = new StatementLayout(book, layout);
  const pieces: Piece[] = [];
  if (file.edition) {
    const { span, year } = file.edition;
    pieces.push({ span, keeps: [], print: () => `edition ${year}` });
  }
  for (const run of runs(file.items)) {
    const piece = importRun(run, statements, book);
    if (piece) pieces.push(piece);
    else for (const item of run) pieces.push(statements.piece(item));
  }
  if (file.result) pieces.push(layout.item(file.result));
  const lines = sequence(pieces, book, 0, file.source.text.length + 1, 0);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** Groups the items of a file. Neighbouring imports form one group; every other item is a group of its own. */
function runs(items: File["items"]): (Import | Statement)[][] {
  const found: (Import | Statement)[][] = [];
  for (const item of items) {
    const last = found[found.length - 1];
    if (item.kind === "import" && last?.[0]?.kind === "import") last.push(item);
    else found.push([item]);
  }
  return found;
}

/**
 * Sorts neighbouring imports by module, the library's modules first. A comment above or behind an import moves with it.
 * The comment above the first import stays at the top. Null for a group that is not two or more imports.
 */
function importRun(
  run: readonly (Import | Statement)[],
  statements: StatementLayout,
  book: CommentBook,
): Piece | null {
  const first = run[0];
  const last = run[run.length - 1];
  if (first?.kind !== "import" || !last || run.length < 2) return null;
  let end = first.span.start;
  const entries = run.map((item, index) => {
    const limit = run[index + 1]?.span.start ?? book.text.length + 1;
    const behind = book.within(item.span.end, limit)[0];
    const touches = behind && /^[ \t]*$/.test(book.text.slice(item.span.end, behind.span.start));
    const stop = behind && touches ? behind.span.end : item.span.end;
    const lines = sequence([statements.piece(item)], book, end, stop, 0).filter((line) => line !== "");
    end = stop;
    const from = item.kind === "import" ? item.from.value : "";
    return { key: `${from.startsWith(".") ? 1 : 0}${from}`, lines };
  });
  const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const span = { start: first.span.start, end };
  return { span, keeps: [span], print: () => sorted.flatMap((entry) => entry.lines).join("\n") };
}
