import type { ProgramTexts } from "./programTexts.ts";
import type { RowsMemory } from "./rowsPass.ts";

/** What another thread is asked to do: plain data, and memory that both see. */
export interface ThreadTask {
  readonly program: ProgramTexts;
  /** The name of a sweep or search of the program. */
  readonly table: string;
  readonly work: RowsMemory;
}

/** Other threads than the one that evaluates. */
export interface Threads {
  readonly count: number;
  /** ms that work has taken before its pace is believed, and ms of it left from which other threads pay: they take some 100 ms to start. */
  readonly patience: number;
  readonly worthwhile: number;
  /** Has all of them do a task, of which each takes pieces. One that fails or ends leaves its piece undone, and tells nobody. */
  begin(task: ThreadTask): void;
  /** What is under way is not wanted any more. */
  stop(): void;
}
