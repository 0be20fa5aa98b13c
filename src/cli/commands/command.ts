import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";

/** Flag of a command. The parser, the help and did-you-mean read this description. */
export interface Flag {
  readonly name: `--${string}`;
  readonly short?: `-${string}`;
  /** Name of the flag's value in the help, in capitals. Absent for a switch. */
  readonly value?: string;
  readonly repeated?: boolean;
  readonly doc: string;
}

export interface Command {
  readonly name: string;
  /** Second name under which the command can be called. */
  readonly alias?: string;
  /** Operands in the command's usage line: `FILE…`. */
  readonly operands: string;
  /** Smallest and largest number of operands. */
  readonly count: readonly [number, number];
  /** Allowed words for the first operand, where only a few words are valid. */
  readonly words?: readonly string[];
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly details: readonly string[];
  readonly examples: readonly string[];
  /** Loads the command's code. It runs only when the command is called: `dtp --help` needs no evaluator. */
  load(): Promise<Action>;
}

/**
 * Function that runs a command and resolves to the exit code: 0 for success, 1 for diagnostics or failed
 * expectations, 2 for misuse.
 */
export type Action = (args: Arguments, io: Io) => Promise<number>;
