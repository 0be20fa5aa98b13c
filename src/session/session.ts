import type { ForeignRun } from "./cells/shownRuns.ts";
import type { RunOptions } from "./run/runOptions.ts";
import type { Services } from "./services/services.ts";
import type { Sheet } from "./sheet/sheet.ts";
import type { RunResult } from "./world/runResult.ts";

/** Memory of a file or a notebook, and the way its texts run. */
export interface Session extends Services {
  /**
   * Evaluates a file (its own scope) or a cell (its names stay for later cells). A cell applies whole or not at all: an
   * error among its definitions discards all of them.
   */
  run(text: string, options: RunOptions): RunResult;
  /**
   * Ends the latest `run` after the caller has cut it off anywhere. Acts like an interrupt: tables keep the rows they
   * have. Null where there is nothing to end.
   */
  finish(): RunResult | null;
  /**
   * Records outputs that another language made from the session's `names`, replacing the earlier outputs of that cell.
   * `stale` lists them later; `again` returns null for them.
   */
  shown(run: ForeignRun): void;
  /** Names of the runs whose outputs show outdated values, oldest first. */
  stale(): readonly string[];
  /** The notebook's identifiers of the cells with stale outputs. */
  staleCells(): readonly string[];
  /** Outputs of an earlier run's verbs with the current definitions; null where the run is not remembered. */
  again(run: string): RunResult | null;
  /** Confirms that the outputs of `again` are now displayed. */
  refreshed(run: string): void;
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
}
