import type { NamedTimeline } from "../../report/index.ts";
import type { SearchRecord, Share } from "../../session/index.ts";
import type { Output } from "../../session/world/output.ts";
import type { Progress } from "../../session/world/progress.ts";
import type { RunResult } from "../../session/world/runResult.ts";

/**
 * Everything of the process that a command may use. It is passed in, so that a test can run every command
 * without a process. A test collects its streams; files are the real file system.
 */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Reads all of standard input, for `-`. */
  readStdin(): Promise<Uint8Array>;
  readonly cwd: string;
  /** Name under which the command was called, for hints that can be pasted: `dtp`, `node dist/dtp.js`. */
  readonly program: string;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly evaluate: Evaluate;
}

export interface Terminal {
  readonly isTerminal: boolean;
  readonly color: boolean;
  /** Width in columns; 100 where standard output is no terminal. */
  readonly width: number;
}

/**
 * Runs one program. Outputs and progress arrive while it runs. The process uses a worker thread, so that
 * Ctrl-C and the progress line work during a sweep. A test evaluates directly.
 */
export type Evaluate = (request: EvaluateRequest, events: EvaluateEvents) => Promise<RunResult>;

export interface EvaluateRequest {
  /** Name in diagnostics: a path relative to the working directory. */
  readonly name: string;
  readonly text: string;
  /** Absolute folder that imports of `./...` start from. */
  readonly folder: string;
  /** Absolute folder that no import may leave. */
  readonly root: string;
  readonly overrides: readonly string[];
  /**
   * Shard of every search over plans to evaluate, and known results of searches. Without it, searches are
   * whole.
   */
  readonly searches?: { readonly share: Share | null; readonly known: readonly SearchRecord[] };
  /** Requests timelines that are shown as events. */
  readonly timelines?: true;
  /** True where outputs are only rendered: they come without their data. */
  readonly drawn?: boolean;
}

export interface EvaluateEvents {
  output?(output: Output): void;
  readonly progress?: Progress;
  timeline?(one: NamedTimeline): void;
}
