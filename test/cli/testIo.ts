import type { Evaluate, Io } from "../../src/cli/io/io.ts";
import type { RunResult } from "../../src/session/world/runResult.ts";

export interface TestIo extends Io {
  readonly stdoutText: () => string;
  readonly stderrText: () => string;
}

/** An Io that collects; not a terminal, no colour, 80 columns. */
export function testIo(over: Partial<Io> = {}): TestIo {
  let out = "";
  let err = "";
  const plain = { isTerminal: false, color: false, width: 80 };
  return {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    readStdin: async () => new Uint8Array(),
    cwd: process.cwd(),
    program: "dtp",
    stdout: plain,
    stderr: plain,
    evaluate: answering({}),
    runner: async () => "// a runner\n",
    stdoutText: () => out,
    stderrText: () => err,
    ...over,
  };
}

/** An evaluation with a fixed result; outputs are sent as events too, as the real one does. */
export function answering(result: Partial<RunResult>): Evaluate {
  return async (_request, events) => {
    for (const output of result.outputs ?? []) events.output?.(output);
    return { outputs: [], diagnostics: [], expectations: [], interrupted: false, ...result };
  };
}
