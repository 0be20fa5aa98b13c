import type { SearchAnswer } from "../../dsl/evaluate/index.ts";
import type { ProgramTexts } from "./programTexts.ts";
import type { RowsMemory } from "./rowsPass.ts";
import type { SearchWork } from "./searchWork.ts";

/** Task for worker threads: plain data, and memory that they share with the main thread. */
export interface ThreadTask {
  readonly program: ProgramTexts;
  /** Name of a sweep or search in the program. */
  readonly table: string;
  /** Work of the task: the table's rows, or the searches over plans that the table runs. */
  readonly work: RowsMemory | SearchWork;
}

/** Answer to one search over plans from a worker thread, as plain data. */
export interface ThreadAnswer {
  readonly key: string;
  readonly answer: SearchAnswer;
}

/** Worker threads that compute parts of tables, besides the main thread that evaluates the program. */
export interface Threads {
  readonly count: number;
  /** Time of a loop, ms, after which its remaining time is extrapolated. */
  readonly patience: number;
  /** Least remaining time of a loop, ms, for which workers join, since they take about 100 ms to start. */
  readonly worthwhile: number;
  /**
   * Starts a task on all workers, each of which takes parts of it. A worker that fails leaves its part undone and
   * reports nothing. The returned function gives, without waiting, the answers since its last call.
   */
  begin(task: ThreadTask): () => readonly ThreadAnswer[];
  /** Ends the current task, whose result is no longer needed. */
  stop(): void;
}
