import type { Diagnostic } from "../dsl/diagnostics/diagnostic.ts";
import type { SearchRecord } from "../dsl/evaluate/index.ts";
import type { Completion } from "../dsl/services/index.ts";
import type { CheckedExpectation, Document } from "../report/index.ts";
import type { Output } from "./output.ts";
import type { Sheet } from "./sheet/sheet.ts";

/** One `expect` check as `dtp check --json` prints it. */
export interface Expectation extends CheckedExpectation {
  readonly file: string;
}

export interface RunResult {
  readonly outputs: readonly Output[];
  readonly diagnostics: readonly Diagnostic[];
  readonly expectations: readonly Expectation[];
  /** Set when evaluation was interrupted; outputs made before it are kept. */
  readonly interrupted: boolean;
  /** The searches over plans, where they are shared with other sessions (`World.searches`). */
  readonly searches?: readonly SearchRecord[];
}

export interface Session {
  /**
   * Evaluates a file (its own scope) or a cell (its names stay for later cells). A cell applies whole or not at all:
   * with an error among its definitions nothing of it is kept.
   * `cell` is the notebook's own name for the cell, which stays when the cell runs again: a name that another cell has
   * defined gets a note. `overrides` are `--set plan.tp=4` texts, applied to every scenario.
   */
  run(
    text: string,
    options: {
      readonly name: string;
      readonly mode: "file" | "cell";
      readonly overrides?: readonly string[];
      readonly cell?: string;
      /** The caller shows stale outputs anew (`stale`, `again`), so no note names them. */
      readonly live?: boolean;
    },
  ): RunResult;
  /**
   * For a caller that cut the latest `run` off wherever it was: ends it as an interrupt would, with the rows that its
   * tables have. Null where there is nothing to end.
   */
  finish(): RunResult | null;
  /**
   * Takes note of what a run has shown that was not written in the language: outputs made of the session's `names`, empty for
   * none. What its cell had shown before is gone. They are named when they are stale; `again` has nothing for them.
   */
  shown(run: { readonly name: string; readonly cell?: string; readonly names: Iterable<string> }): void;
  /** The runs whose outputs show values that have changed since, by name, oldest first. */
  stale(): readonly string[];
  /** The notebook's names for the cells of those runs. */
  staleCells(): readonly string[];
  /** What an earlier run's verbs would show now; null when nothing is kept of that run. */
  again(run: string): RunResult | null;
  /** What `again` gave is on the page now. */
  refreshed(run: string): void;
  /** Offsets in UTF-16 code units of `text`. */
  complete(text: string, offset: number): Completion;
  inspect(text: string, offset: number): Document | null;
  /** What a word means, wherever it may stand: a name, a field (`tp`, `plan.tp`), a value, a unit, a function, a result. */
  help(word: string): Document | null;
  /** For a console: whether the text could run now, and the indent of the next line if not. */
  isComplete(text: string): {
    readonly status: "complete" | "incomplete" | "invalid" | "unknown";
    readonly indent: string;
  };
  /** Forgets what deleted cells defined, unless another cell has defined it since. */
  forget(cells: readonly string[]): void;
  /** The names as a TypeScript program reads them. */
  readonly sheet: Sheet;
  /** Forget every definition. */
  reset(): void;
  /** Names defined in the session, in order. */
  names(): readonly SessionName[];
}

export interface SessionName {
  readonly name: string;
  readonly kind: string;
  readonly detail: string;
  /** In one line; `not evaluated yet` until something reads it. */
  readonly value: string;
  /** The run or the library that defined it: `cell [3]`, `std/devices`. */
  readonly from: string;
}
