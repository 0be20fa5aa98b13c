import type { Source } from "../ast/ast.ts";
import type { Diagnostic } from "./diagnostic.ts";

export interface Fixed {
  readonly text: string;
  /** Diagnostics whose fix was applied, in the order of their places in the text. */
  readonly applied: readonly Diagnostic[];
}

/**
 * Applies the fixes of diagnostics to a text. Where two fixes overlap, only the first is applied; applying fixes to the
 * new text again then fixes the second. Different insertions at one place (two imports) are all applied.
 */
export function applyFixes(source: Source, diagnostics: readonly Diagnostic[]): Fixed {
  const ours = diagnostics
    .flatMap((one) => (one.fix ? [{ one, ...one.fix }] : []))
    .filter(({ place }) => place.source.name === source.name && place.source.text === source.text)
    .sort((a, b) => a.place.span.start - b.place.span.start);
  const applied: Diagnostic[] = [];
  let text = "";
  let done = 0;
  const inserted = new Set<string>();
  for (const { one, place, text: instead } of ours) {
    const { start, end } = place.span;
    if (start > done) inserted.clear();
    const another = start === end && inserted.size > 0 && !inserted.has(instead);
    if (start < done || (applied.length > 0 && start === done && !another)) continue;
    if (start === end) inserted.add(instead);
    else inserted.clear();
    text += source.text.slice(done, start) + instead;
    done = end;
    applied.push(one);
  }
  return { text: text + source.text.slice(done), applied };
}
