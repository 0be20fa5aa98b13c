/**
 * What a command may touch of the process: handed in, so that every command runs in a test without one.
 * Streams of a test collect; files are the real file system (tests use temporary folders).
 */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Everything on standard input, for `-`. */
  readStdin(): Promise<Uint8Array>;
  readonly cwd: string;
  /** How the command was called, for hints that can be pasted: `dtp`, `node dist/dtp.js`. */
  readonly program: string;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly evaluate: Evaluate;
}

export interface Terminal {
  readonly isTerminal: boolean;
  readonly color: boolean;
  /** Columns; 100 where standard output is no terminal. */
  readonly width: number;
}

/**
 * Runs one program. Outputs and progress arrive while it runs. The process gives one that evaluates in a worker thread,
 * so that Ctrl-C and the progress line work while a sweep computes; a test gives the direct one.
 */
export type Evaluate = (request: EvaluateRequest, events: EvaluateEvents) => Promise<RunResult>;

export interface EvaluateRequest {
  /** As the diagnostics show it: relative to the working directory. */
  readonly name: string;
  readonly text: string;
  /** Absolute; imports of `./...` start here. */
  readonly folder: string;
  /** Absolute; no import leads out of it. */
  readonly root: string;
  readonly overrides: readonly string[];
  /** The part of every search over plans that is worked out, and those that are known; without, whole searches. */
  readonly searches?: { readonly share: Share | null; readonly known: readonly SearchRecord[] };
  /** Timelines that are shown are wanted as events. */
  readonly timelines?: true;
  /** Outputs are drawn and nothing else: they come without their data. */
  readonly drawn?: boolean;
}

export interface EvaluateEvents {
  output?(output: Output): void;
  readonly progress?: Progress;
  timeline?(one: NamedTimeline): void;
}

import type { NamedTimeline } from "../report/index.ts";
import type { SearchRecord, Share } from "../session/index.ts";
import type { Output } from "../session/output.ts";
import type { Progress } from "../session/progress.ts";
import type { RunResult } from "../session/session.ts";
