import type { ForeignRun } from "./cells/shownRuns.ts";
import type { RunOptions } from "./run/runOptions.ts";
import type { Services } from "./services/services.ts";
import type { Sheet } from "./sheet/sheet.ts";
import type { RunResult } from "./world/runResult.ts";

/** State and operations of one file or notebook: its definitions, runs of its texts, and editor services. */
export interface Session extends Services {
  /**
   * Evaluates a file (its own scope) or a cell (its names stay for later cells). A cell applies whole or not at all: an
   * error among its definitions discards all of them.
   */
  run(text: string, options: RunOptions): RunResult;
  /**
   * Ends the latest `run` after the caller has stopped it at an arbitrary point, and returns its result. Acts like an
   * interrupt: tables keep the rows computed so far. Null where no run is open.
   */
  finish(): RunResult | null;
  /**
   * Records outputs that a cell in another language (TypeScript) made from the session's `names`. They replace the
   * earlier outputs of that cell. Once a name changes, `stale` lists the run; `again` returns null for it.
   */
  shown(run: ForeignRun): void;
  /** Names of the runs whose outputs show outdated values, oldest first. */
  stale(): readonly string[];
  /** Notebook identifiers of the cells whose outputs show outdated values. */
  staleCells(): readonly string[];
  /**
   * Evaluates the output statements of an earlier run again, with the current definitions. Null where the run is not
   * remembered.
   */
  again(run: string): RunResult | null;
  /** Marks a run as up to date, after the outputs that `again` returned for it are on the page. */
  refreshed(run: string): void;
  /**
   * Sets the value of a `control` statement of the session: its path, and the value as a text of the language
   * (`400 Gb/s`). Outputs that read it become stale. Errors are in the result, and change nothing.
   */
  choose(path: string, text: string): RunResult;
  /** True where a `control` statement has run, so that outputs may have to follow a choice. */
  hasControls(): boolean;
  /** Tells a console if a text is complete and can run, and otherwise how far to indent the next line. */
  isComplete(text: string): {
    readonly status: "complete" | "incomplete" | "invalid" | "unknown";
    readonly indent: string;
  };
  /** Removes the names that deleted cells defined, except those that another cell has defined since. */
  forget(cells: readonly string[]): void;
  /** Names and values of the session in the form in which a TypeScript cell reads them. */
  readonly sheet: Sheet;
  /** Removes every definition. */
  reset(): void;
}
