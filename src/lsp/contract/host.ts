import type { Diagnostic } from "../../dsl/diagnostics/index.ts";
import type { Expectation, Session, SessionName } from "../../session/index.ts";

/** A program as an editor has it: its address and its text now. */
export interface EditedText {
  readonly uri: string;
  readonly text: string;
}

/** A program to evaluate. `open` has the texts of all open files by address; they stand for the files on disk. */
export interface CheckRequest extends EditedText {
  /** Texts of the cells of a notebook, which are checked in place of `text`. `uri` is the notebook's address. */
  readonly cells?: readonly string[];
  readonly open: Readonly<Record<string, string>>;
}

/** Results of a check: diagnostics, expectations and values of a program. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly expectations: readonly Expectation[];
  /** Diagnostics of each cell of a notebook. */
  readonly cells?: readonly (readonly Diagnostic[])[];
  /** Names of the program with their kinds and values. */
  readonly names: readonly SessionName[];
  /** Addresses of all files that were read, by the names under which diagnostics call them. */
  readonly files: Readonly<Record<string, string>>;
}

/** Evaluates programs while the server goes on answering. Each method resolves to null where its work was given up. */
export interface Evaluator {
  /** Evaluates a program within a budget. Gives up an earlier check that still runs. */
  check(request: CheckRequest): Promise<Checked | null>;
  /** Documentation with values of the word at an offset, as Markdown, from the last check of this program. */
  inspect(at: EditedText & { readonly offset: number }): Promise<string | null>;
  /** Output of a program as Markdown, evaluated without a budget. */
  report(request: CheckRequest): Promise<string | null>;
  /** Gives up a check that runs. */
  stop(): void;
  /** Ends the evaluator. */
  end(): void;
}

/** Services that the language server needs from the program around it: files, the library, an evaluator. */
export interface Host {
  readonly evaluator: Evaluator;
  /** Completion and hover without values, for a program at an address. */
  services(uri: string): Pick<Session, "complete" | "inspect">;
  /** File that an import of a program names, as it is on disk; null where there is none. */
  resolve(specifier: string, from: string): EditedText | null;
  /** Programs of the project that a file belongs to, as they are on disk. */
  programs(uri: string): readonly EditedText[];
  /** Address of the page on a diagnostic code; null where there is none. */
  errorPage(code: string): string | null;
  /** True for a file of the shipped library, which no edit may change. */
  isLibrary(uri: string): boolean;
}
