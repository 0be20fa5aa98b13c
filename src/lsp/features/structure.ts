import {
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type Position,
  type SelectionRange,
  SymbolKind,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { File } from "../../dsl/ast/ast.ts";
import { folds, type OutlineSymbol, spansAround, symbols } from "../../dsl/services/index.ts";
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
