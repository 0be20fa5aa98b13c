import type { Arguments } from "../arguments.ts";
import type { Io } from "../io.ts";

/** A flag of a command: one row feeds the parser, the help and the did-you-mean. */
export interface Flag {
  readonly name: `--${string}`;
  readonly short?: `-${string}`;
  /** What follows it, in capitals; absent for a switch. */
  readonly value?: string;
  readonly repeated?: boolean;
  readonly doc: string;
}

export interface Command {
  readonly name: string;
  /** Another word for it. */
  readonly alias?: string;
  /** Operands as the usage line shows them. */
  readonly operands: string;
  /** How many it takes: [least, most]. */
  readonly count: readonly [number, number];
  /** Where the first operand is one of a few words. */
  readonly words?: readonly string[];
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly details: readonly string[];
  readonly examples: readonly string[];
  /** Loaded when called: `dtp --help` needs none of the evaluator. */
  load(): Promise<Action>;
}

/** Runs the command; resolves to the exit code: 0 well, 1 diagnostics or failed expectations, 2 usage. */
export type Action = (args: Arguments, io: Io) => Promise<number>;
