import type { SearchAnswer } from "../../dsl/evaluate/index.ts";
import type { ProgramTexts } from "./programTexts.ts";
import type { RowsMemory } from "./rowsPass.ts";
import type { SearchWork } from "./searchWork.ts";

/** A task for another thread: plain data, and memory that both see. */
export interface ThreadTask {
  readonly program: ProgramTexts;
  /** The name of a sweep or search of the program. */
  readonly table: string;
  /** The table's rows, or the searches that it makes. */
  readonly work: RowsMemory | SearchWork;
}

/** The answer of one search from another thread: plain data. */
export interface ThreadAnswer {
  readonly key: string;
  readonly answer: SearchAnswer;
}

/** The threads that work beside the one that evaluates. */
export interface Threads {
  readonly count: number;
  /**
   * `patience`: ms of work before its pace is believed. `worthwhile`: ms of remaining work from which other threads pay, as they take some
   * 100 ms to start.
   */
  readonly patience: number;
  readonly worthwhile: number;
  /**
   * Gives all threads a task, of which each takes pieces. A thread that fails leaves its piece undone, and reports nothing. Returns a
   * function that gives, without waiting, the answers that have come since its last call.
   */
  begin(task: ThreadTask): () => readonly ThreadAnswer[];
  /** Ends the current task, which nobody needs any more. */
  stop(): void;
}
