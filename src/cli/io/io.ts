import type { NamedTimeline } from "../../report/index.ts";
import type { SearchRecord, Share } from "../../session/index.ts";
import type { Output } from "../../session/world/output.ts";
import type { Progress } from "../../session/world/progress.ts";
import type { RunResult } from "../../session/world/runResult.ts";

/**
 * Everything outside the program that a command may use, apart from files: streams, environment, evaluation.
 * It is passed in, so that a test can run every command without a process and collect its output.
 */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Reads all of standard input, for the operand `-`. */
  readStdin(): Promise<Uint8Array>;
  readonly cwd: string;
  /** Text that calls the program again, for hints that can be pasted: `dtp`, `node dist/dtp.js`. */
  readonly program: string;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly evaluate: Evaluate;
  /** Text of the runner that `dtp lock` writes; null where it cannot be made. */
  runner(): Promise<string | null>;
}

export interface Terminal {
  readonly isTerminal: boolean;
  readonly color: boolean;
  /** Width for output in columns; 100 where standard output is no terminal. */
  readonly width: number;
}

/**
 * Function that evaluates one program. Outputs and progress arrive while it runs. The process evaluates in a
 * worker thread, so that Ctrl-C and the progress line work during a sweep. A test evaluates directly.
 */
export type Evaluate = (request: EvaluateRequest, events: EvaluateEvents) => Promise<RunResult>;

export interface EvaluateRequest {
  /** Name of the program in diagnostics: a path relative to the working directory. */
  readonly name: string;
  readonly text: string;
  /** Code cells of a notebook, evaluated in order in place of `text`. Absent for a program. */
  readonly cells?: readonly { readonly name: string; readonly text: string }[];
  /** Absolute folder that imports of `./...` start from. */
  readonly folder: string;
  /** Absolute folder that no import may leave. */
  readonly root: string;
  readonly overrides: readonly string[];
  /**
   * Part of every search over plans to evaluate (`share`), and known results of searches. Absent for whole
   * searches.
   */
  readonly searches?: { readonly share: Share | null; readonly known: readonly SearchRecord[] };
  /** Marks a run whose shown timelines are sent as events, for a trace file. */
  readonly timelines?: true;
  /** Marks a run whose outputs are only rendered. They come without their data. */
  readonly drawn?: boolean;
  /** Marks a run that also returns the program's numbers by their names. */
  readonly texts?: true;
}

export interface EvaluateEvents {
  output?(output: Output): void;
  readonly progress?: Progress;
  timeline?(one: NamedTimeline): void;
}
