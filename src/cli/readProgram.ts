import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import type { Io } from "./io.ts";

/** A program's text with the name its diagnostics show and the folder its imports start from. */
export interface Program {
  readonly name: string;
  readonly text: string;
  readonly folder: string;
  /** Imports stay below it: the working directory where the file is inside, else the file's own folder. */
  readonly root: string;
  /** Absolute; null for standard input. */
  readonly path: string | null;
}

/** Reads a file or, for `-`, standard input. A file that cannot be read is a sentence. */
export async function readProgram(operand: string, io: Io): Promise<Program | { readonly problem: string }> {
  if (operand === "-")
    return { name: "stdin.dtp", text: await io.readStdin(), folder: io.cwd, root: io.cwd, path: null };
  const path = resolve(io.cwd, operand);
  try {
    const text = await readFile(path, "utf8");
    const name = shownPath(path, io.cwd);
    const folder = dirname(path);
    return { name, text: text.replace(/^\uFEFF/, ""), folder, root: name === path ? folder : io.cwd, path };
  } catch (error) {
    return { problem: fileProblem(operand, error) };
  }
}

/** Relative to the working directory, with forward slashes, unless that climbs out of it. */
export function shownPath(path: string, cwd: string): string {
  const inside = relative(cwd, path).replaceAll("\\", "/");
  return inside === "" || inside.startsWith("../") ? path : inside;
}

/** A failed file operation in words; errors that no user can cause pass through. */
export function fileProblem(shown: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return `there is no file ${shown}`;
    case "EISDIR":
      return `${shown} is a folder; name a .dtp file in it`;
    case "EACCES":
    case "EPERM":
      return `${shown} may not be opened: permission denied`;
    case "ENOTDIR":
      return `${shown} leads through a file that is no folder`;
    case "ENOSPC":
    case "EROFS":
      return `${shown} cannot be written: the disk is full or read-only`;
    case "ENAMETOOLONG":
    case "ELOOP":
    case "EMFILE":
      return `${shown} cannot be opened (${code})`;
    default:
      throw error;
  }
}
