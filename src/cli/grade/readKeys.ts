import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";

const STEM = /(?:\.key)?\.(?:dtp|ipynb)$/;

/** Name of a lesson or of its key, without folder and ending: `01-memory-wall`. */
export const stemOf = (path: string): string => basename(path).replace(STEM, "");

/** Keys by the stem of their lesson, or a problem as a sentence. */
export async function keysAt(
  operand: string,
  io: Io,
): Promise<{ readonly keys: ReadonlyMap<string, string> } | { readonly problem: string }> {
  const path = resolve(io.cwd, operand);
  try {
    if (!(await stat(path)).isDirectory()) return { keys: new Map([[stemOf(path), operand]]) };
    const files = (await readdir(path)).filter((name) => name.endsWith(".dtp")).sort();
    if (files.length === 0) return { problem: `${operand} has no key: no .dtp file is in it` };
    return {
      keys: new Map(files.map((name) => [stemOf(name), relative(io.cwd, join(path, name)) || name])),
    };
  } catch (error) {
    return { problem: fileProblem(operand, error) };
  }
}
