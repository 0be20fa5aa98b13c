import type { Sweep } from "../../ast/ast.ts";
import type { SearchAnswer, SearchRequest } from "./context.ts";

/** Worker threads that compute rows and searches of the program's tables before the main thread reads them. */
export interface TableThreads {
  /**
   * Time in ms after which a running loop over rows estimates its remaining time from its pace. Worker threads are used
   * where the estimate is at least `worthwhile` ms.
   */
  readonly patience: number;
  readonly worthwhile: number;
  /**
   * Starts worker threads on rows of a statement's table, from row `from` to the last of `count` rows. `paths` are the
   * results to compute for each row. Null where the threads cannot find the table, because the program does not contain
   * the statement.
   */
  spread(
    statement: Sweep,
    rows: { readonly from: number; readonly count: number },
    paths: readonly string[],
  ): SpreadRows | null;
  /**
   * Answer of a search over plans that a worker thread has completed; null where no thread has. The main thread asks
   * before it begins the search.
   */
  answer(request: SearchRequest): SearchAnswer | null;
  /** Share (0 to 1) of the current loop's remaining rows that worker threads have finished; 0 without a loop. */
  readonly ahead: number;
  /** Stops the worker threads. The caller does this once no loop over rows is running any more. */
  stop(): void;
}

/**
 * Rows that worker threads are computing. Reading never waits for a thread: the answer of an unfinished row is unknown.
 */
export interface SpreadRows {
  /**
   * Tells the threads that the main thread has come to the row at `place`. The other members of this object then refer
   * to that row.
   */
  reach(place: number): void;
  /**
   * Share (0 to 1) of the rows after the last reached row that the threads have finished; 0 if no row was reached since
   * the property was last read.
   */
  readonly ahead: number;
  /** True where the last reached row is finished and the engine has an answer for it. */
  readonly answered: boolean;
  /**
   * Number at one of the paths for the last reached row, which must have an answer. NaN where the result has no number,
   * undefined for a path that was not requested.
   */
  number(path: string): number | undefined;
  /** Stops the computation of these rows. The caller does this once nothing reads them any more. */
  stop(): void;
}
