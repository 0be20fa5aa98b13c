import { dirname, resolve } from "node:path";
import { projectRoot } from "../../host/index.ts";
import type { Io } from "../io/io.ts";
import { readText } from "../io/readText.ts";
import { shownPath } from "../io/shownPath.ts";

/** Text of a program, with its name in diagnostics and the folder that its imports start from. */
export interface Program {
  readonly name: string;
  readonly text: string;
  readonly folder: string;
  /** Folder that the program's imports must not leave. */
  readonly root: string;
  /** Absolute path of the program. null for standard input. */
  readonly path: string | null;
}

/**
 * Program read from a file or, for `-`, from standard input. A problem is returned as a sentence. A notebook is one:
 * `readRunnable` reads those.
 */
export async function readProgram(operand: string, io: Io): Promise<Program | { readonly problem: string }> {
  if (isNotebook(operand))
    return { problem: `${operand} is a notebook; \`dtp check\`, \`dtp run\` and \`dtp fmt\` read notebooks` };
  return readFileText(operand, io);
}

export const isNotebook = (operand: string): boolean => operand.endsWith(".ipynb");

/** Text of a program or notebook, as it is stored. A problem is returned as a sentence. */
export async function readFileText(operand: string, io: Io): Promise<Program | { readonly problem: string }> {
  const read = await readText(operand, io);
  if ("problem" in read) return read;
  const { text } = read;
  if (operand === "-") return { name: "stdin.dtp", text, folder: io.cwd, root: io.cwd, path: null };
  const path = resolve(io.cwd, operand);
  const name = shownPath(path, io.cwd);
  const folder = dirname(path);
  return { name, text, folder, root: projectRoot(folder), path };
}
