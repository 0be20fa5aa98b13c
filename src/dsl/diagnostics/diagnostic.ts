import type { Source, Span } from "../ast/ast.ts";

/** A place in a program: a source text and a span in it. */
export interface Place {
  readonly source: Source;
  readonly span: Span;
}

/**
 * An error, warning or note on a user's text. Its message comes from the catalogue (`catalogue.ts`), never from the
 * caller.
 */
export interface Diagnostic {
  /**
   * Code that identifies the kind of diagnostic, such as `not-divisible`. Each code has a page `docs/errors/<code>.md`
   * and a folder `test/diagnostics/<code>/`.
   */
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  /** First line of the diagnostic: the error in words, with the numbers that cause it. */
  readonly message: string;
  /**
   * Place in the program that is underlined. `label` is the text below the underline (`16 * 2 = 32 chunks; 80 / 32 =
   * 2.5`).
   */
  readonly place?: Place;
  readonly label?: string;
  /** Further places that contribute to the error, each with a label. */
  readonly related: readonly { readonly place: Place; readonly label: string }[];
  /**
   * Lines below the code frame, printed after `=`. They say where a number in the message comes from, if not from the
   * place itself.
   */
  readonly notes: readonly string[];
  /** Advice on how to remove the error, printed in the line `= help: ...`. */
  readonly help?: string;
  /** Text edit that removes the error; undefined unless one edit is obvious. */
  readonly fix?: { readonly place: Place; readonly text: string } | undefined;
  /**
   * Values printed under the expression at `place`, each below the start of its span. A failed `expect` shows the
   * values of its two sides this way. `title` is the heading (the citation).
   */
  readonly values?: readonly { readonly span: Span; readonly text: string }[];
  readonly title?: string;
}
