import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  MarkupKind,
  type Position,
  type Range,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { File } from "../../dsl/ast/ast.ts";
import { format, parse } from "../../dsl/syntax/index.ts";
import type { Session } from "../../session/index.ts";
import { nearText } from "../text/nearText.ts";
import { rangeOf } from "../text/ranges.ts";

/** Kind of each of the language's completions, as editors draw it. */
const KINDS: Readonly<Record<ReturnType<Session["complete"]>["items"][number]["kind"], CompletionItemKind>> =
  {
    field: CompletionItemKind.Field,
    word: CompletionItemKind.EnumMember,
    model: CompletionItemKind.Class,
    device: CompletionItemKind.Class,
    cluster: CompletionItemKind.Class,
    plan: CompletionItemKind.Class,
    queue: CompletionItemKind.Class,
    run: CompletionItemKind.Class,
    scenario: CompletionItemKind.Variable,
    table: CompletionItemKind.Struct,
    value: CompletionItemKind.Variable,
    unit: CompletionItemKind.Unit,
    keyword: CompletionItemKind.Keyword,
    function: CompletionItemKind.Function,
    argument: CompletionItemKind.Property,
    column: CompletionItemKind.Field,
    output: CompletionItemKind.Property,
    module: CompletionItemKind.Module,
  };

/** Maximum number of completions of one answer. A further letter asks again. */
const MOST = 200;

/** Completions at a position, with their documentation, best first. */
export function completions(
  services: Pick<Session, "complete">,
  document: TextDocument,
  file: File,
  position: Position,
): CompletionList {
  const near = nearText(file, document.offsetAt(position));
  const { start, end, items } = services.complete(near.text, near.offset);
  const range = rangeOf(document, { start: start + near.moved, end: end + near.moved });
  return {
    isIncomplete: items.length > MOST,
    items: items.slice(0, MOST).map(
      ({ text, kind, detail, doc }, at): CompletionItem => ({
        label: text.trim(),
        kind: KINDS[kind],
        detail,
        sortText: String(at).padStart(4, "0"),
        filterText: text.trim(),
        textEdit: { range, newText: text },
        // The documentation comes with `completionItem/resolve`.
        data: doc,
      }),
    ),
  };
}

/** Completion with its documentation. */
export function resolved({ data, ...item }: CompletionItem): CompletionItem {
  return typeof data === "string" && data !== ""
    ? { ...item, documentation: { kind: MarkupKind.Markdown, value: data } }
    : item;
}

/** Edit that puts a document into the canonical form. None for a text with errors. */
export function formatted(document: TextDocument): TextEdit[] {
  const text = document.getText();
  const now = canonical(text, "file");
  return now === null ? [] : difference(document, { start: 0, end: text.length }, now);
}

/** Edit that puts the statements of a range into the canonical form. */
export function formattedRange(document: TextDocument, range: Range): TextEdit[] {
  const text = document.getText();
  const { file, diagnostics } = parse({ name: "", text }, "file");
  if (diagnostics.some(({ severity }) => severity === "error")) return [];
  const from = document.offsetAt(range.start);
  const to = document.offsetAt(range.end);
  const items = file.items.filter(({ span }) => span.start <= to && span.end >= from);
  const span = { start: items[0]?.span.start ?? 0, end: items.at(-1)?.span.end ?? 0 };
  const now = canonical(text.slice(span.start, span.end), "cell");
  return now === null || items.length === 0 ? [] : difference(document, span, now.trimEnd());
}

function canonical(text: string, mode: "file" | "cell"): string | null {
  const { file, diagnostics } = parse({ name: "", text }, mode);
  return diagnostics.some(({ severity }) => severity === "error") ? null : format(file);
}

/** Edit from a span of a document to a text. Equal beginnings and ends are left out, so that the cursor stays. */
function difference(
  document: TextDocument,
  span: { readonly start: number; readonly end: number },
  now: string,
): TextEdit[] {
  const before = document.getText().slice(span.start, span.end);
  if (before === now) return [];
  const most = Math.min(before.length, now.length);
  let head = 0;
  while (head < most && before[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return [
    {
      range: rangeOf(document, { start: span.start + head, end: span.end - tail }),
      newText: now.slice(head, now.length - tail),
    },
  ];
}
