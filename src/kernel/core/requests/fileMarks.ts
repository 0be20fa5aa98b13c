import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.ts";

/** Diagnostic of a file's text, as an editor marks it. Offsets count UTF-16 units, as editors do. */
export interface FileMark {
  readonly from: number;
  readonly to: number;
  readonly severity: Diagnostic["severity"];
  readonly message: string;
}

/** Editor marks of the diagnostics in the text of `file`. Diagnostics of imported files are left out. */
export function fileMarks(diagnostics: readonly Diagnostic[], file: string): FileMark[] {
  return diagnostics.flatMap(({ place, severity, message, label, help }) =>
    place?.source.name === file
      ? [
          {
            ...{ from: place.span.start, to: place.span.end, severity },
            message: [message, label, help && `help: ${help}`].filter((line) => line).join("\n"),
          },
        ]
      : [],
  );
}
