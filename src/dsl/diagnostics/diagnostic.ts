import type { Source, Span } from "../ast.ts";

/** A place in one source text. */
export interface Place {
  readonly source: Source;
  readonly span: Span;
}

/** A mistake of the user's, as a value. The prose comes from the catalogue (`catalogue.ts`), never from the caller. */
export interface Diagnostic {
  /** Kebab-case; owns a page `docs/errors/<code>.md` and a folder `test/diagnostics/<code>/`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  /** First line: what is wrong, with the numbers. */
  readonly message: string;
  /** Where, with what to write under the underline (`16 * 2 = 32 chunks; 80 / 32 = 2.5`). */
  readonly place?: Place;
  readonly label?: string;
  /** Other places that take part, each with its own label. */
  readonly related: readonly { readonly place: Place; readonly label: string }[];
  /** `= ...` lines: where another number comes from. */
  readonly notes: readonly string[];
  /** `= help: ...` */
  readonly help?: string;
  /** A text edit that would mend it, where there is one obvious edit. */
  readonly fix?: { readonly place: Place; readonly text: string } | undefined;
  /**
   * Values to draw under the expression at `place`, each below the start of its span: a failed `expect` shows what its
   * two sides came to. `title` heads the drawing (the citation).
   */
  readonly values?: readonly { readonly span: Span; readonly text: string }[];
  readonly title?: string;
}
