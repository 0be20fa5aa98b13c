import { resolve } from "node:path";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { replaceFile } from "./replaceFile.ts";

/** Writes a text to the file that `--out` names, or to standard output. Resolves to the exit code. */
export async function writeOut(text: string, out: string | undefined, io: Io): Promise<number> {
  if (out === undefined) {
    io.out(text);
    return 0;
  }
  try {
    await replaceFile(resolve(io.cwd, out), text);
  } catch (error) {
    io.err(`dtp: ${fileProblem(out, error)}\n`);
    return 2;
  }
  io.err(`Wrote ${out}.\n`);
  return 0;
}
