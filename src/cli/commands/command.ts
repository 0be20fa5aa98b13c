import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";

/** A flag of a command. The parser, the help and did-you-mean read this row. */
export interface Flag {
  readonly name: `--${string}`;
  readonly short?: `-${string}`;
  /** Name of its value, in capitals. Absent for a switch. */
  readonly value?: string;
  readonly repeated?: boolean;
  readonly doc: string;
}

export interface Command {
  readonly name: string;
  /** Alternative name of the command. */
  readonly alias?: string;
  /** Operands as the usage line shows them. */
  readonly operands: string;
  /** Number of operands: [least, most]. */
  readonly count: readonly [number, number];
  /** Allowed words for the first operand, where it is one of a few. */
  readonly words?: readonly string[];
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly details: readonly string[];
  readonly examples: readonly string[];
  /** Loads the action when it is called: `dtp --help` needs no evaluator. */
  load(): Promise<Action>;
}

/**
 * Runs the command and resolves to the exit code: 0 for success, 1 for diagnostics or failed expectations, 2
 * for misuse.
 */
export type Action = (args: Arguments, io: Io) => Promise<number>;
