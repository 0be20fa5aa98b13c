import type { Judged } from "../../report/index.ts";
import type { Named } from "./platforms.ts";

/** Verdicts on what one student handed in for one lesson. */
export interface GradedLesson extends Named {
  readonly path: string;
  readonly lesson: string;
  /** Name of nbgrader's assignment, where it was collected by it. */
  readonly assignment?: string;
  readonly verdicts: readonly Judged[];
  /** Sentence on what is wrong with the file; null for a file that could be read. */
  readonly problem: string | null;
  readonly score: number;
  readonly points: number;
  /** Program of the answers, with the definitions of the student's that they read. */
  readonly answers: string;
}
