import type { Diagnostic, Place } from "../../dsl/diagnostics/diagnostic.ts";

/**
 * Diagnostic as data for `--json`. Places have a file, a line and a column, both counted from 1. `file` is
 * the program's name.
 */
export function diagnosticData(diagnostic: Diagnostic, file: string) {
  const { code, severity, message, place, label, related, notes, help, fix } = diagnostic;
  return {
    code,
    severity,
    message,
    ...(place ? placeData(place) : { file }),
    ...(label === undefined ? {} : { label }),
    related: related.map((each) => ({ ...placeData(each.place), label: each.label })),
    notes,
    ...(help === undefined ? {} : { help }),
    ...(fix ? { fix: { ...placeData(fix.place), text: fix.text } } : {}),
  };
}

function placeData({ source, span }: Place) {
  const [line, column] = position(source.text, span.start);
  const [endLine, endColumn] = position(source.text, span.end);
  return { file: source.name, line, column, endLine, endColumn };
}

/**
 * Line and column of an offset in a text, both counted from 1. Columns count UTF-16 units, as editors'
 * protocols do.
 */
function position(text: string, offset: number): readonly [number, number] {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return [before.split("\n").length, offset - lineStart + 1];
}
