import type { Io } from "../io/io.ts";
import { type CodeCell, codeCells } from "./codeCells.ts";
import { isNotebook, type Program, readFileText, readProgram } from "./readProgram.ts";

/** Program that a command evaluates. `cells` is present for a notebook, whose cells are evaluated in order. */
export interface Runnable extends Program {
  readonly cells?: readonly CodeCell[];
}

/** Program or notebook read from a file or, for `-`, a program from standard input. A problem is returned as a sentence. */
export async function readRunnable(
  operand: string,
  io: Io,
): Promise<Runnable | { readonly problem: string }> {
  if (!isNotebook(operand)) return readProgram(operand, io);
  const file = await readFileText(operand, io);
  if ("problem" in file) return file;
  const read = await codeCells(file.text, file.name);
  return "problem" in read ? read : { ...file, cells: read.cells };
}
