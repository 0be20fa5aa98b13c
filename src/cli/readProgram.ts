import { dirname, relative, resolve } from "node:path";
import { projectRoot } from "../host/index.ts";
import type { Io } from "./io.ts";
import { readText } from "./readText.ts";

/** A program's text with the name its diagnostics show and the folder its imports start from. */
export interface Program {
  readonly name: string;
  readonly text: string;
  readonly folder: string;
  /** Imports stay below it. */
  readonly root: string;
  /** Absolute; null for standard input. */
  readonly path: string | null;
}

/** Reads a file or, for `-`, standard input. A file that cannot be read is a sentence. */
export async function readProgram(operand: string, io: Io): Promise<Program | { readonly problem: string }> {
  const read = await readText(operand, io);
  if ("problem" in read) return read;
  const { text } = read;
  if (operand === "-") return { name: "stdin.dtp", text, folder: io.cwd, root: io.cwd, path: null };
  const path = resolve(io.cwd, operand);
  const name = shownPath(path, io.cwd);
  const folder = dirname(path);
  return { name, text, folder, root: projectRoot(folder), path };
}

/** Relative to the working directory, with forward slashes, unless that climbs out of it. */
export function shownPath(path: string, cwd: string): string {
  const inside = relative(cwd, path).replaceAll("\\", "/");
  return inside === "" || inside.startsWith("../") ? path : inside;
}
