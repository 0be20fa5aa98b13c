#!/usr/bin/env node
import { relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { dtp } from "./dtp.ts";
import { evaluateInWorker } from "./evaluateInWorker.ts";
import { fileProblem } from "./io/fileProblem.ts";
import type { Io, Terminal } from "./io/io.ts";
import { runnerFile } from "./lock/runnerFile.ts";
import { onTerminal } from "./onTerminal.ts";

// Entry of the process. No other file of the command line accesses the process.
const io: Io = {
  out: (chunk) => void process.stdout.write(process.stdout.isTTY ? onTerminal(chunk) : chunk),
  err: (chunk) => void process.stderr.write(process.stderr.isTTY ? onTerminal(chunk) : chunk),
  readStdin: () => buffer(process.stdin),
  cwd: process.cwd(),
  program: programText(process.argv[1]),
  stdout: terminal(process.stdout),
  stderr: terminal(process.stderr),
  evaluate: evaluateInWorker,
  runner: runnerFile,
};

// `dtp run … | head` closes the pipe, and nobody is left to read a message. A full disk is reported on the
// other stream.
for (const [stream, name] of [
  [process.stdout, "standard output"],
  [process.stderr, "standard error"],
] as const) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    if (stream === process.stdout) process.stderr.write(`dtp: ${fileProblem(name, error)}\n`);
    process.exit(2);
  });
}

void main();

async function main(): Promise<void> {
  try {
    process.exitCode = await dtp(process.argv.slice(2), io);
  } catch (error) {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(
      `dtp: this is a bug in dtp, not in your file. Please report it with this text:\n${trace}\n`,
    );
    process.exitCode = 3;
  }
}

function terminal(stream: NodeJS.WriteStream): Terminal {
  const isTerminal = stream.isTTY === true;
  const { NO_COLOR, TERM } = process.env;
  const plain = (NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb";
  return { isTerminal, color: isTerminal && !plain, width: isTerminal ? stream.columns || 80 : 100 };
}

/** Text that calls this program again: the installed command's name, or node and the script. */
function programText(script = "dtp"): string {
  return /\.c?js$/.test(script) ? `node ${relative(process.cwd(), script)}` : "dtp";
}
