import type { SearchAnswer } from "../../dsl/evaluate/index.ts";
import type { ProgramTexts } from "./programTexts.ts";
import type { RowsMemory } from "./rowsPass.ts";
import type { SearchWork } from "./searchWork.ts";

/** Task for another thread: plain data, and memory that both threads share. */
export interface ThreadTask {
  readonly program: ProgramTexts;
  /** Name of a sweep or search in the program. */
  readonly table: string;
  /** Work of the task: the table's rows, or the searches that it makes. */
  readonly work: RowsMemory | SearchWork;
}

/** Answer of one search from another thread, as plain data. */
export interface ThreadAnswer {
  readonly key: string;
  readonly answer: SearchAnswer;
}

/** Worker threads, in addition to the one that evaluates the program. */
export interface Threads {
  readonly count: number;
  /**
   * Milliseconds of work before its pace is extrapolated. `worthwhile` is the remaining work, ms, from which other threads are
   * used: they take about 100 ms to start.
   */
  readonly patience: number;
  readonly worthwhile: number;
  /**
   * Gives all threads a task, of which each takes pieces. A thread that fails leaves its piece undone, and reports nothing. The
   * returned function gives, without waiting, the answers since its last call.
   */
  begin(task: ThreadTask): () => readonly ThreadAnswer[];
  /** Ends the current task, which nobody needs any more. */
  stop(): void;
}
