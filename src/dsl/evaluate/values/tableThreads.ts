import type { Sweep } from "../../ast.ts";
import type { SearchAnswer, SearchRequest } from "./context.ts";

/** Other threads, which work out rows and searches of this program's tables ahead of the one that reads them. */
export interface TableThreads {
  /** ms that rows have taken before their pace is believed, and ms left from which other threads pay. */
  readonly patience: number;
  readonly worthwhile: number;
  /**
   * Has the rows of a statement's table worked out from place `from` to its last, `count` in all; `paths` are the results that are
   * asked of each. Null where no other thread can find the table: it is no statement of the program's own.
   */
  spread(
    statement: Sweep,
    rows: { readonly from: number; readonly count: number },
    paths: readonly string[],
  ): SpreadRows | null;
  /** Asked as a search over plans begins: its answer, where another thread has it. */
  answer(request: SearchRequest): SearchAnswer | null;
  /** Share of the remaining rows of the current loop that other threads have done; 0 without a loop. */
  readonly ahead: number;
  /** No loop over rows is under way any more. */
  stop(): void;
}

/** Rows that other threads are working out. Nothing here waits: what they have not done yet is not known. */
export interface SpreadRows {
  /** The first thread has come to this row, and goes on from there. */
  reach(place: number): void;
  /** Share of the rows not reached yet that is done; 0 if no row was reached since the last read. */
  readonly ahead: number;
  /** Whether the row reached last is known to have an answer. */
  readonly answered: boolean;
  /** The number at one of the paths for the row that was reached, which has an answer; NaN for none, undefined for a path that was not asked. */
  number(path: string): number | undefined;
  /** Nobody reads them any more. */
  stop(): void;
}
