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
  /** Of the rows that the loop under way has not come to, the share that others have done; 0 where none is. */
  readonly ahead: number;
  /** No loop over rows is under way any more. */
  stop(): void;
}

/** Rows that other threads are working out. Nothing here waits: what they have not done yet is not known. */
export interface SpreadRows {
  /** The first thread has come to this row, and goes on from there. */
  reach(place: number): void;
  /** Of the rows that were not reached yet, the share that is done; 0 where none was reached since it was asked last. */
  readonly ahead: number;
  /** Whether the row that was reached is known to have an answer. */
  readonly answered: boolean;
  /** The number at one of the paths for the row that was reached, which has an answer; NaN for none, undefined for a path that was not asked. */
  number(path: string): number | undefined;
  /** Nobody reads them any more. */
  stop(): void;
}
