import type { Source, Span } from "../../ast/ast.ts";
import type { ParamsOf } from "../../diagnostics/catalogue.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { diagnosticOf } from "../../diagnostics/index.ts";

type Code =
  | "syntax"
  | "stray-character"
  | "unclosed"
  | "missing-comma"
  | "unknown-unit"
  | "bare-billion"
  | "unit-spelling"
  | "too-deep"
  | "too-large"
  | "unknown-edition"
  | "misplaced-import";

/**
 * A syntax error whose places are offsets into the text. `toDiagnostic` makes a diagnostic of it, which also names the
 * source.
 */
export type Issue = {
  [C in Code]: { readonly code: C; readonly params: ParamsOf<C> };
}[Code] & {
  readonly span: Span;
  readonly label?: string;
  readonly help?: string;
  readonly related?: readonly { readonly span: Span; readonly label: string }[];
  readonly fix?: { readonly span: Span; readonly text: string };
};

export function toDiagnostic(issue: Issue, source: Source): Diagnostic {
  const { label, help, related, fix } = issue;
  return diagnosticOf(
    issue.code,
    issue.params,
    { source, span: issue.span },
    {
      ...(label === undefined ? {} : { label }),
      ...(help === undefined ? {} : { help }),
      ...(related === undefined
        ? {}
        : { related: related.map((r) => ({ place: { source, span: r.span }, label: r.label })) }),
      ...(fix === undefined ? {} : { fix: { place: { source, span: fix.span }, text: fix.text } }),
    },
  );
}
