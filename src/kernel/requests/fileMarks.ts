import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";

/** Mistake of a file's text, as an editor marks it: offsets count UTF-16 units, as editors do. */
export interface FileMark {
  readonly from: number;
  readonly to: number;
  readonly severity: Diagnostic["severity"];
  readonly message: string;
}

/** Marks of the diagnostics that are placed in the text of `file`; those of imported files have no place there. */
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
