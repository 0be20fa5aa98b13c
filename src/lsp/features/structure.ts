import {
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type Position,
  type Range,
  type SelectionRange,
  type SemanticTokens,
  SymbolKind,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { File } from "../../dsl/ast/ast.ts";
import {
  folds,
  highlightKinds,
  highlights,
  type OutlineSymbol,
  spansAround,
  symbols,
} from "../../dsl/services/index.ts";
import { rangeOf } from "../text/ranges.ts";

const KINDS: Readonly<Record<OutlineSymbol["kind"], SymbolKind>> = {
  model: SymbolKind.Class,
  device: SymbolKind.Class,
  cluster: SymbolKind.Class,
  plan: SymbolKind.Class,
  queue: SymbolKind.Class,
  run: SymbolKind.Class,
  scenario: SymbolKind.Variable,
  table: SymbolKind.Array,
  function: SymbolKind.Function,
  value: SymbolKind.Variable,
  field: SymbolKind.Field,
  control: SymbolKind.Property,
};

/** Outline of a document. */
export const outline = (document: TextDocument, file: File): DocumentSymbol[] =>
  symbols(file).map((one) => symbolOf(document, one));

const symbolOf = (document: TextDocument, one: OutlineSymbol): DocumentSymbol => ({
  name: one.name,
  detail: one.kind,
  kind: KINDS[one.kind],
  range: rangeOf(document, one.span),
  selectionRange: rangeOf(document, one.nameSpan),
  children: one.children.map((child) => symbolOf(document, child)),
});

/** Parts of a document that can be folded. The line of a closing bracket stays visible. */
export function foldingRanges(document: TextDocument, file: File): FoldingRange[] {
  return folds(file).flatMap(({ span, kind }): FoldingRange[] => {
    const { start, end } = rangeOf(document, span);
    const closes = /[}\])]$/.test(file.source.text.slice(span.start, span.end));
    const endLine = closes ? end.line - 1 : end.line;
    if (endLine <= start.line) return [];
    return [
      {
        startLine: start.line,
        endLine,
        ...(kind === "imports" ? { kind: FoldingRangeKind.Imports } : {}),
        ...(kind === "comment" ? { kind: FoldingRangeKind.Comment } : {}),
      },
    ];
  });
}

/** Ranges that a selection grows by, from each position outwards. */
export function selectionRanges(
  document: TextDocument,
  file: File,
  positions: readonly Position[],
): SelectionRange[] {
  return positions.map((position) => {
    const spans = spansAround(file, document.offsetAt(position));
    const outer = spans.reduceRight<SelectionRange | undefined>(
      (parent, span) => ({ range: rangeOf(document, span), ...(parent ? { parent } : {}) }),
      undefined,
    );
    return outer ?? { range: { start: position, end: position } };
  });
}

/** Types of semantic tokens, in the order of their numbers. */
export const tokenTypes: readonly string[] = highlightKinds;

/**
 * Highlighted words of a document, or of the statements that touch a range, each relative to the one before it, as the
 * protocol has them.
 */
export function semanticTokens(document: TextDocument, file: File, range?: Range): SemanticTokens {
  const within = range && { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const { span, kind } of highlights(file, within)) {
    const at = document.positionAt(span.start);
    data.push(at.line - line, at.line === line ? at.character - character : at.character);
    data.push(span.end - span.start, highlightKinds.indexOf(kind), 0);
    ({ line, character } = at);
  }
  return { data };
}
