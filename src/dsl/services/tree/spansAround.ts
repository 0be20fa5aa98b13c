import type { File, Span } from "../../ast/ast.ts";

/** Spans of syntax nodes that contain an offset, innermost first, each once. */
export function spansAround(file: File, offset: number): readonly Span[] {
  const found: Span[] = [{ start: 0, end: file.source.text.length }];
  const look = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) look(one);
      return;
    }
    const { span } = node as { readonly span?: Span };
    if (span) {
      if (offset < span.start || offset > span.end) return;
      const last = found.at(-1);
      if (!last || last.start !== span.start || last.end !== span.end) found.push(span);
    }
    for (const child of Object.values(node)) look(child);
  };
  look(file.items);
  return found.reverse();
}
