import {
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type Diagnostic as Shown,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { File } from "../../dsl/ast/ast.ts";
import type { Diagnostic, Place } from "../../dsl/diagnostics/index.ts";
import type { Host } from "../contract/host.ts";
import { rangeIn, rangeOf } from "../text/ranges.ts";

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

/** Document with its tree and files, for showing its diagnostics. */
export interface Around {
  readonly document: TextDocument;
  readonly file: File;
  /** Name of the document in messages, where it is a cell: its text there has blanks in place of magic lines. */
  readonly cell?: string;
  /** Addresses of the files that diagnostics name. */
  readonly files: Readonly<Record<string, string>>;
  readonly host: Host;
}

/**
 * Diagnostic of a document as the protocol has it. One on an imported file is shown at the import, and leads to its
 * place. The code links to its page.
 */
export function shownDiagnostic(one: Diagnostic, around: Around): Shown {
  const { document, host } = around;
  const own = one.place !== undefined && one.place !== null && isOwn(one.place, around);
  const page = host.errorPage(one.code);
  const related = [
    ...(one.place && !own ? [{ place: one.place, label: one.message }] : []),
    ...one.related,
  ].flatMap(({ place, label }) => relatedOf(place, label, around));
  return {
    range: one.place && own ? rangeOf(document, one.place.span) : importRange(one, around),
    severity: SEVERITIES[one.severity],
    code: one.code,
    ...(page === null ? {} : { codeDescription: { href: page } }),
    source: "dtp",
    message: [
      one.message,
      ...(one.label === undefined ? [] : [one.label]),
      ...one.notes,
      ...(one.help === undefined ? [] : [`help: ${one.help}`]),
    ].join("\n"),
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}

/** True for a place in the document itself. */
const isOwn = ({ source }: Place, { document, cell }: Around): boolean =>
  cell === undefined ? source.text === document.getText() : source.name === cell;

/** Place of the import that leads to a diagnostic's file; the first line where none does. */
function importRange({ place }: Diagnostic, { document, file, files, host }: Around): Shown["range"] {
  const uri = place && files[place.source.name];
  const found = file.items.find(
    (item) =>
      item.kind === "import" && uri !== undefined && host.resolve(item.from.value, document.uri)?.uri === uri,
  );
  return rangeOf(document, found?.kind === "import" ? found.from.span : { start: 0, end: 0 });
}

function relatedOf(place: Place, message: string, around: Around): DiagnosticRelatedInformation[] {
  const uri = isOwn(place, around) ? around.document.uri : around.files[place.source.name];
  return uri === undefined ? [] : [{ location: { uri, range: rangeIn(place.source, place.span) }, message }];
}
