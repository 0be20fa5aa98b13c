import type { Diagnostic } from "../dsl/diagnostics/diagnostic.ts";
import type { SearchRecord } from "../dsl/evaluate/index.ts";
import type { Completion } from "../dsl/services/index.ts";
import type { CheckedExpectation, Document } from "../report/index.ts";
import type { Output } from "./output.ts";
import type { Sheet } from "./sheet/sheet.ts";

/** Result of one `expect` check, as `dtp check --json` prints it. */
export interface Expectation extends CheckedExpectation {
  readonly file: string;
}

export interface RunResult {
  readonly outputs: readonly Output[];
  readonly diagnostics: readonly Diagnostic[];
  readonly expectations: readonly Expectation[];
  /** True after an interrupt; outputs made before it are kept. */
  readonly interrupted: boolean;
  /** Results of the searches over plans, where they are shared with other sessions (`World.searches`). */
  readonly searches?: readonly SearchRecord[];
}

export interface Session {
  /**
   * Evaluates a file (its own scope) or a cell (its names stay for later cells). A cell applies whole or not at all: an
   * error among its definitions discards all of them.
   * `cell` is the notebook's identifier of the cell, which stays the same when the cell runs again. A name that another
   * cell has defined gets a note. `overrides` are `--set plan.tp=4` texts, applied to every scenario.
   */
  run(
    text: string,
    options: {
      readonly name: string;
      readonly mode: "file" | "cell";
      readonly overrides?: readonly string[];
      readonly cell?: string;
      /** True where the caller refreshes stale outputs itself (`stale`, `again`), so no note lists them. */
      readonly live?: boolean;
    },
  ): RunResult;
  /**
   * Ends the latest `run` after the caller has cut it off anywhere. Acts like an interrupt: tables keep the rows they
   * have. Null where there is nothing to end.
   */
  finish(): RunResult | null;
  /**
   * Records outputs that another language made from the session's `names`, replacing the earlier outputs of that cell.
   * `stale` lists them later; `again` returns null for them.
   */
  shown(run: { readonly name: string; readonly cell?: string; readonly names: Iterable<string> }): void;
  /** Names of the runs whose outputs show outdated values, oldest first. */
  stale(): readonly string[];
  /** The notebook's identifiers of the cells with stale outputs. */
  staleCells(): readonly string[];
  /** Outputs of an earlier run's verbs with the current definitions; null where the run is not remembered. */
  again(run: string): RunResult | null;
  /** Confirms that the outputs of `again` are now displayed. */
  refreshed(run: string): void;
  /** Completions at an offset, in UTF-16 code units of `text`. */
  complete(text: string, offset: number): Completion;
  inspect(text: string, offset: number): Document | null;
  /** Help on a word in any role: a name, a field (`tp`, `plan.tp`), a value, a unit, a function, a result. */
  help(word: string): Document | null;
  /** Completeness of a console's text: ready to run or not, and the indent of the next line. */
  isComplete(text: string): {
    readonly status: "complete" | "incomplete" | "invalid" | "unknown";
    readonly indent: string;
  };
  /** Removes the names that deleted cells defined, except those that another cell has defined since. */
  forget(cells: readonly string[]): void;
  /** The session's names as a TypeScript program reads them. */
  readonly sheet: Sheet;
  /** Removes every definition. */
  reset(): void;
  /** Names defined in the session, in order of definition. */
  names(): readonly SessionName[];
}

export interface SessionName {
  readonly name: string;
  readonly kind: string;
  readonly detail: string;
  /** Value of the name as one line; `not evaluated yet` until something reads it. */
  readonly value: string;
  /** Run or library that defined the name: `cell [3]`, `std/devices`. */
  readonly from: string;
}
