import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { readProgram } from "../programs/readProgram.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { unwritable } from "../write/unwritable.ts";
import { cellsOfProgram } from "./cellsOfProgram.ts";
import { notebookText } from "./notebookText.ts";

/**
 * Command `dtp notebook`: writes a program as a notebook, with its comment paragraphs as Markdown. Cells
 * whose text is unchanged keep their outputs.
 */
export async function notebook({ operands, flags }: Arguments, io: Io): Promise<number> {
  const program = await readProgram(operands[0] ?? "-", io);
  const say = (problem: string) => {
    io.err(`dtp: ${problem}\n`);
    return 2;
  };
  if ("problem" in program) return say(program.problem);
  const shown = flags.get("--out")?.[0] ?? program.name.replace(/(\.dtp)?$/, ".ipynb");
  const problem = await unwritable(shown, "the notebook", io);
  if (problem !== null) return say(problem);
  const path = resolve(io.cwd, shown);
  const previous = await readFile(path, "utf8").catch(() => null);
  const cells = cellsOfProgram(program.name, program.text);
  try {
    await replaceFile(path, notebookText(cells, previous));
  } catch (error) {
    return say(fileProblem(shown, error));
  }
  io.out(`${shown}: ${cells.length} cells\n`);
  return 0;
}
