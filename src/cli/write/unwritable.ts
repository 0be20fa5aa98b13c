import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";

/**
 * Reason why a file for the purpose `what` cannot be written, checked before minutes of computing. null where
 * it can.
 */
export async function unwritable(shown: string, what: string, io: Io): Promise<string | null> {
  const path = resolve(io.cwd, shown);
  try {
    if (!(await stat(dirname(path))).isDirectory()) return `${dirname(shown)} is not a folder`;
  } catch (error) {
    return fileProblem(dirname(shown), error).replace("file", "folder");
  }
  const there = await stat(path).catch(() => null);
  return there?.isDirectory() ? `${shown} is a folder; name a file for ${what}` : null;
}

/** Reason why the folder for the purpose `what` cannot be used: its path is a file. null otherwise. */
export async function notAFolder(shown: string, what: string, io: Io): Promise<string | null> {
  const there = await stat(resolve(io.cwd, shown)).catch(() => null);
  return there !== null && !there.isDirectory() ? `${shown} is a file; name a folder for ${what}` : null;
}
