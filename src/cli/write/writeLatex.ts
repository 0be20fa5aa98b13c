import { resolve } from "node:path";
import type { Document } from "../../report/document/document.ts";
import { toLatex } from "../../report/render/toLatex.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { replaceFile } from "./replaceFile.ts";

/** Writes a run's outputs as LaTeX for `\input`, one block after another. Figures are written separately. */
export async function writeLatex(documents: readonly Document[], shown: string, io: Io): Promise<boolean> {
  const head = "% \\usepackage{booktabs, adjustbox}; figures: dtp run --figures DIR\n";
  const texts = documents.map(toLatex).filter((text) => !/^(?:%.*\s*)*$/.test(text));
  try {
    await replaceFile(resolve(io.cwd, shown), `${head}\n${texts.join("\n\n")}\n`);
  } catch (error) {
    io.err(`dtp: ${fileProblem(shown, error)}\n`);
    return false;
  }
  io.err(`\nWrote ${shown}: its tables, for \\input{${shown.replace(/\.tex$/, "")}}.\n`);
  return true;
}
