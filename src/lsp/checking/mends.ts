import { type CodeAction, CodeActionKind, type CodeActionParams } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { applyFixes, type Diagnostic } from "../../dsl/diagnostics/index.ts";
import type { Host } from "../contract/host.ts";
import { rangeOf } from "../text/ranges.ts";
import type { LastCheck } from "./checks.ts";
import { shownDiagnostic } from "./shownDiagnostic.ts";

/** Kind of the action that applies all mends of a file, under which an editor can run it on save. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.dtp`;

/**
 * Code actions of a range: the mends of its diagnostics, and one action that applies all mends of the file. None where
 * the text has changed since its last check.
 */
export function mends(
  { range, context }: Pick<CodeActionParams, "range" | "context">,
  document: TextDocument,
  last: LastCheck | null,
  host: Host,
): CodeAction[] {
  if (last?.text !== document.getText()) return [];
  const { uri } = document;
  const wanted = (kind: string): boolean =>
    context.only === undefined || context.only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const from = document.offsetAt(range.start);
  const to = document.offsetAt(range.end);
  const own = last.diagnostics.filter(
    ({ place, fix }) =>
      fix && place && fix.place.source.text === last.text && place.source.text === last.text,
  );
  const actions = own
    .filter(({ place, fix }) =>
      [place, fix?.place].some((at) => at && at.span.start <= to && at.span.end >= from),
    )
    .map((one) => mend(one, document, host));
  const [first] = own;
  const all = first?.place ? applyFixes(first.place.source, own) : null;
  return [
    ...(wanted(CodeActionKind.QuickFix) ? actions : []),
    ...(all && wanted(FIX_ALL)
      ? [
          {
            title: "Apply all corrections",
            kind: FIX_ALL,
            edit: {
              changes: { [uri]: [{ range: rangeOf(document, wholeOf(document)), newText: all.text }] },
            },
          },
        ]
      : []),
  ];
}

const wholeOf = (document: TextDocument) => ({ start: 0, end: document.getText().length });

function mend(one: Diagnostic, document: TextDocument, host: Host): CodeAction {
  const { span } = one.fix?.place ?? { span: { start: 0, end: 0 } };
  const text = one.fix?.text ?? "";
  const before = document.getText().slice(span.start, span.end);
  const around = {
    document,
    file: { source: { name: "", text: "" }, items: [], comments: [] },
    files: {},
    host,
  };
  return {
    title: titleOf(before, text),
    kind: CodeActionKind.QuickFix,
    isPreferred: true,
    diagnostics: [shownDiagnostic(one, around)],
    edit: { changes: { [document.uri]: [{ range: rangeOf(document, span), newText: text }] } },
  };
}

function titleOf(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => text.trim().replace(/\s+/g, " "));
  if (!old) return `Insert \`${now}\``;
  return now ? `Replace \`${old}\` by \`${now}\`` : `Remove \`${old}\``;
}
