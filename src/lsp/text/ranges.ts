import type { Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Source, Span } from "../../dsl/ast/ast.ts";
import { lineAt } from "../../dsl/diagnostics/index.ts";

/** Range of a protocol message for a span of a document. */
export const rangeOf = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

/** Range of a protocol message for a span of a text that is no open document. */
export const rangeIn = (source: Source, { start, end }: Span): Range => ({
  start: positionIn(source, start),
  end: positionIn(source, end),
});

function positionIn(source: Source, offset: number): Position {
  const line = lineAt(source, offset);
  return { line: line.number - 1, character: Math.max(0, offset - line.start) };
}
