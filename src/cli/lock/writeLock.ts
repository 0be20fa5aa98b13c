import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { LOCK, lockOf, lockText } from "./lock.ts";
import { RUNNER } from "./runnerFile.ts";

/** Command `dtp lock DIR`: writes the runner of this version and the lock that names it, over those that are there. */
export async function writeLock({ operands }: Arguments, io: Io): Promise<number> {
  const [shown = "."] = operands;
  const files = await lockedFiles(io);
  if ("problem" in files) {
    io.err(`dtp: ${files.problem}\n`);
    return 2;
  }
  const folder = resolve(io.cwd, shown);
  try {
    await mkdir(folder, { recursive: true });
    // The lock comes last: until then the old one refuses the new runner.
    for (const [name, text] of Object.entries(files.texts)) await replaceFile(join(folder, name), text);
  } catch (error) {
    io.err(`dtp: ${fileProblem(shown, error)}\n`);
    return 2;
  }
  const { engine, std, edition } = files.lock;
  io.out(
    Object.keys(files.texts)
      .map((name) => `${join(shown, name)}\n`)
      .join(""),
  );
  io.err(
    `Pinned engine ${engine}, std ${std}, edition ${edition}. Next: node ${join(shown, RUNNER)} check ${shown}\n`,
  );
  return 0;
}

/** Texts of the runner and the lock by their names, or why there are none. */
export async function lockedFiles(io: Io) {
  const runner = await io.runner();
  if (runner === null)
    return { problem: "this dtp cannot write a runner; use an installed one: `npx dtplan lock`" };
  const lock = lockOf(runner);
  return { lock, texts: { [RUNNER]: runner, [LOCK]: lockText(lock) } };
}
