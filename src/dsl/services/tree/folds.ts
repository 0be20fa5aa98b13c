import type { File, Span } from "../../ast/ast.ts";

/** Part of a text that an editor can fold. */
export interface Fold {
  readonly span: Span;
  readonly kind: "region" | "imports" | "comment";
}

/** Parts of a file that an editor can fold: statements, records inside them, the imports, runs of comment lines. */
export function folds(file: File): readonly Fold[] {
  const { text } = file.source;
  const found: Fold[] = [];
  const spans = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) spans(one);
      return;
    }
    const { kind, span } = node as { readonly kind?: string; readonly span?: Span };
    // Nothing inside one line folds.
    if (span && !text.slice(span.start, span.end).includes("\n")) return;
    if (span && (kind === "record" || kind === "list")) found.push({ span, kind: "region" });
    for (const child of Object.values(node)) spans(child);
  };
  const imports = file.items.filter(({ kind }) => kind === "import");
  const [first] = imports;
  const last = imports.at(-1);
  if (first && last) found.push({ span: { start: first.span.start, end: last.span.end }, kind: "imports" });
  for (const item of file.items) {
    if (item.kind === "import") continue;
    found.push({ span: item.span, kind: "region" });
    spans(Object.values(item));
  }
  return [...found, ...commentRuns(file, text)].filter(({ span }) =>
    text.slice(span.start, span.end).includes("\n"),
  );
}

/** Runs of comment lines without another token between them. */
function commentRuns({ comments }: File, text: string): readonly Fold[] {
  const runs: { start: number; end: number }[] = [];
  for (const { span } of comments) {
    const last = runs.at(-1);
    if (last && /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(last.end, span.start))) last.end = span.end;
    else runs.push({ ...span });
  }
  return runs.map((span) => ({ span, kind: "comment" }));
}
