import type { Sweep } from "../../ast/ast.ts";
import type { SearchAnswer, SearchRequest } from "./context.ts";

/** Worker threads that compute rows and searches of this program's tables before the main thread reads them. */
export interface TableThreads {
  /**
   * Time in ms that a loop over rows must have run before the rest of its time is estimated from its pace. `worthwhile`
   * is the estimated remaining time in ms from which worker threads are used.
   */
  readonly patience: number;
  readonly worthwhile: number;
  /**
   * Starts worker threads on rows of a statement's table, from place `from` to the last of `count`. `paths` are the
   * results to compute for each row. Null where the threads cannot find the table, because the program has no such
   * statement.
   */
  spread(
    statement: Sweep,
    rows: { readonly from: number; readonly count: number },
    paths: readonly string[],
  ): SpreadRows | null;
  /**
   * Answer of a search over plans that a worker thread has completed; null where there is none. Called as the search
   * begins.
   */
  answer(request: SearchRequest): SearchAnswer | null;
  /** Share of the current loop's remaining rows that worker threads have finished; 0 without a loop. */
  readonly ahead: number;
  /** Stops the worker threads. Called when no loop over rows is running any more. */
  stop(): void;
}

/** Rows that worker threads are computing. No method waits for a thread: an unfinished row counts as unknown. */
export interface SpreadRows {
  /** Tells the threads that the main thread has come to this row, and continues from here. */
  reach(place: number): void;
  /** Share of the rows after the last reached row that are finished; 0 if no row was reached since the last read. */
  readonly ahead: number;
  /** True where the row that was reached last is finished, and the engine has an answer for it. */
  readonly answered: boolean;
  /**
   * Number at one of the paths for the row that was reached last, which must have an answer. NaN where the result has
   * no number, undefined for a path that was not requested.
   */
  number(path: string): number | undefined;
  /** Stops the work, because nothing reads the rows any more. */
  stop(): void;
}
