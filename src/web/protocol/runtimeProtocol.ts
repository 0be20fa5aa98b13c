import type { Expectation } from "../../session/index.ts";

/** Requests to the runtime. Offsets count UTF-16 units. */
export interface RuntimeCalls {
  /** Runs a text: a file in a scope of its own, or a cell, whose names stay for later cells. */
  readonly run: {
    readonly text: string;
    readonly name: string;
    readonly mode: "file" | "cell";
    readonly overrides?: readonly string[];
  };
  /** Runs a file for a page of reports. */
  readonly page: PageProgram;
  /** Explains a result or a field of a file, by an expression: `base.step_time`; with `stage` the memory of that stage. */
  readonly explain: PageProgram & { readonly path: string; readonly stage?: number };
  /**
   * Finds a file's mistakes while it is typed, without its outputs. After `budget` ms what is still to be computed is left out,
   * with the mistakes in it. `name` is the file's path from the top folder.
   */
  readonly check: {
    readonly text: string;
    readonly name: string;
    readonly overrides?: readonly string[];
    readonly budget: number;
  };
  /**
   * Finds the mistakes of a notebook's cells while they are typed. `name` is the notebook's path from the top folder, `cells` are the
   * texts of all its cells with code, and a mistake's place names the cell as `cellName` does.
   */
  readonly checkCells: { readonly name: string; readonly cells: readonly string[]; readonly budget: number };
  readonly complete: { readonly text: string; readonly offset: number };
  readonly inspect: { readonly text: string; readonly offset: number };
  readonly format: { readonly text: string; readonly mode: "file" | "cell" };
  /** Forgets every definition. */
  readonly reset: Readonly<Record<string, never>>;
}

/** File of a page of reports, with all texts that it imports, itself among them, by their paths. */
export interface PageProgram {
  readonly text: string;
  readonly name: string;
  readonly overrides: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** Form of the page, as in `LiveProgram`. */
  readonly form?: "slides";
}

export interface RuntimeAnswers {
  readonly run: RunAnswer;
  readonly page: PageAnswer;
  /** HTML of the explanation, or why there is none. */
  readonly explain: { readonly html: string } | { readonly problem: string };
  readonly check: readonly ShownDiagnostic[];
  /** Mistakes that each cell shows, in the order of the cells. */
  readonly checkCells: readonly (readonly ShownDiagnostic[])[];
  readonly complete: {
    readonly start: number;
    readonly end: number;
    readonly items: readonly CompletionItem[];
  };
  /** Mime bundles of the explanation at the cursor; null where there is none. */
  readonly inspect: readonly MimeData[] | null;
  /** Formatted text; null where it has errors. */
  readonly format: string | null;
  readonly reset: null;
}

export type RuntimeCall = {
  readonly [Name in keyof RuntimeCalls]: { readonly name: Name; readonly with: RuntimeCalls[Name] };
}[keyof RuntimeCalls];

/** Events of a run: its outputs in written order, and the progress of long loops. */
export type RuntimeEvent =
  | { readonly kind: "output"; readonly output: ShownOutput }
  | {
      readonly kind: "progress";
      readonly done: number;
      readonly total: number;
      readonly label: string;
      readonly best: string | null;
    };

/** Data by mime type, as a notebook shows it. */
export type MimeData = Readonly<Record<string, unknown>>;

/** Output of one statement. */
export interface ShownOutput {
  readonly kind: string;
  /** Line of the statement in its text, from 1. */
  readonly line: number;
  /** True for the value of a cell's last bare expression. */
  readonly result: boolean;
  readonly bundles: readonly MimeData[];
}

export interface RunAnswer {
  readonly diagnostics: readonly ShownDiagnostic[];
  readonly expectations: readonly Expectation[];
  readonly interrupted: boolean;
}

/** Answer to `page`: the HTML of the page's contents, with its controls as data. Figures have no pictures. */
export interface PageAnswer extends RunAnswer {
  readonly body: string;
}

/** Range of a text that a diagnostic is about. Offsets count UTF-16 units. */
export interface TextRange {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export interface ShownDiagnostic {
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly label: string | null;
  readonly help: string | null;
  readonly range: TextRange | null;
  /** Edit that removes the error, where one is obvious. */
  readonly fix: (TextRange & { readonly text: string }) | null;
  /** Diagnostic as a terminal shows it, with its code frame. */
  readonly text: string;
}

export interface CompletionItem {
  readonly text: string;
  readonly kind: string;
  readonly detail: string;
  readonly doc: string;
}
