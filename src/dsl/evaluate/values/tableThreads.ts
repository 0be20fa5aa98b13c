import type { Sweep } from "../../ast/ast.ts";
import type { SearchAnswer, SearchRequest } from "./context.ts";

/** Worker threads that compute rows and searches of this program's tables ahead of the thread that reads them. */
export interface TableThreads {
  /**
   * Milliseconds that rows must have taken before their pace is extrapolated. `worthwhile` is the remaining time, ms, from which
   * other threads are used.
   */
  readonly patience: number;
  readonly worthwhile: number;
  /**
   * Lets other threads compute the rows of a statement's table from place `from` to the last of `count`. `paths` are the results
   * to compute for each row. Null where other threads cannot find the table, because it is not a statement of the program itself.
   */
  spread(
    statement: Sweep,
    rows: { readonly from: number; readonly count: number },
    paths: readonly string[],
  ): SpreadRows | null;
  /** Answer of a search over plans that another thread has completed; null where there is none. Called as the search begins. */
  answer(request: SearchRequest): SearchAnswer | null;
  /** Share of the remaining rows of the current loop that other threads have done; 0 without a loop. */
  readonly ahead: number;
  /** Called when no loop over rows is in progress any more. */
  stop(): void;
}

/** Rows that other threads are computing. No call waits for them: rows that are not complete count as unknown. */
export interface SpreadRows {
  /** Records that the first thread has come to this row, and goes on from there. */
  reach(place: number): void;
  /** Share of the rows not reached yet that is done; 0 if no row was reached since the last read. */
  readonly ahead: number;
  /** True where the row reached last is known to have an answer. */
  readonly answered: boolean;
  /** The number at one of the paths for the row that was reached, which has an answer; NaN for none, undefined for a path that was not asked. */
  number(path: string): number | undefined;
  /** Ends the work, because the rows are no longer read. */
  stop(): void;
}
