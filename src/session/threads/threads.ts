import type { SearchAnswer } from "../../dsl/evaluate/index.ts";
import type { ProgramTexts } from "./programTexts.ts";
import type { RowsMemory } from "./rowsPass.ts";
import type { SearchWork } from "./searchWork.ts";

/** What another thread is asked to do: plain data, and memory that both see. */
export interface ThreadTask {
  readonly program: ProgramTexts;
  /** The name of a sweep or search of the program. */
  readonly table: string;
  /** Its rows, or the searches that it makes. */
  readonly work: RowsMemory | SearchWork;
}

/** What another thread found of a search: plain data. */
export interface ThreadAnswer {
  readonly key: string;
  readonly answer: SearchAnswer;
}

/** Other threads than the one that evaluates. */
export interface Threads {
  readonly count: number;
  /** ms that work has taken before its pace is believed, and ms of it left from which other threads pay: they take some 100 ms to start. */
  readonly patience: number;
  readonly worthwhile: number;
  /**
   * Has all of them do a task, of which each takes pieces. One that fails or ends leaves its piece undone, and tells nobody. What comes
   * back gives, without waiting, the answers that have come since it was asked last.
   */
  begin(task: ThreadTask): () => readonly ThreadAnswer[];
  /** What is under way is not wanted any more. */
  stop(): void;
}
