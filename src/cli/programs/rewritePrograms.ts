import { stat } from "node:fs/promises";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { findPrograms } from "./findPrograms.ts";
import { type Program, readFileText, readProgram } from "./readProgram.ts";

/** New text of a program, and a remark on the change. `ok` is false where mistakes remain. */
export interface Rewritten {
  readonly text: string;
  readonly about?: string;
  readonly ok: boolean;
}

/** Reason why a file could not be read as a program or notebook, as a sentence. */
interface Unread {
  readonly problem: string;
}

/**
 * Rewrites program files in place and prints the names of changed ones, for `dtp fmt` and `dtp fix`. With
 * `--check` it only prints the names (`unchanged` is the word for what the files are not). `-` reads standard
 * input and writes standard output. `notebooks` passes notebooks to `rewrite`, too, as their files' texts.
 * Returns the exit code.
 */
export async function rewritePrograms(
  { operands, flags }: Arguments,
  io: Io,
  unchanged: string,
  rewrite: (program: Program) => Promise<Rewritten | Unread> | Rewritten | Unread,
  { notebooks = false } = {},
): Promise<number> {
  const only = flags.has("--check");
  const { files, problems } = await findPrograms(operands, io);
  const unread = [...problems];
  let broken = 0;
  let changed = 0;
  for (const file of files) {
    const program = await (notebooks ? readFileText : readProgram)(file, io);
    if ("problem" in program) {
      unread.push(program.problem);
      continue;
    }
    const rewritten = await rewrite(program);
    if ("problem" in rewritten) {
      unread.push(rewritten.problem);
      continue;
    }
    const { text, about, ok } = rewritten;
    if (!ok) broken++;
    if (program.path === null && !only && (ok || text !== program.text)) io.out(text);
    if (text === program.text) continue;
    changed++;
    if (only) io.out(`${program.name} ${unchanged}\n`);
    else if (program.path !== null) {
      const problem = await write(program.path, program.name, text);
      if (problem === null) io.out(`${program.name}${about === undefined ? "" : `: ${about}`}\n`);
      else unread.push(problem);
    }
  }
  for (const problem of unread) io.err(`dtp: ${problem}\n`);
  if (unread.length > 0) return 2;
  return broken > 0 || (only && changed > 0) ? 1 : 0;
}

async function write(path: string, shown: string, text: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isFile())
      return `${shown} is no regular file; rewrite it as \`dtp … - < ${shown}\``;
    await replaceFile(path, text);
    return null;
  } catch (error) {
    return fileProblem(shown, error);
  }
}
