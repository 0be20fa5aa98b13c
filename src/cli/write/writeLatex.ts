import { basename, dirname, join, resolve } from "node:path";
import { engineVersion, stdVersion } from "../../host/index.ts";
import type { Document } from "../../report/document/document.ts";
import { toLatex } from "../../report/render/toLatex.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { NUMBERS, numberStems, numbersLatex, stylePackage } from "./latexNumbers.ts";
import { replaceFile } from "./replaceFile.ts";

/**
 * Writes a run's outputs as LaTeX for `\input`, one block after another, its numbers by name beside them, and the package `dtp.sty`
 * that prints them. Figures are written separately.
 */
export async function writeLatex(
  documents: readonly Document[],
  target: {
    /** File of the tables, as the user wrote it. */
    readonly shown: string;
    /** Program with its hash. */
    readonly source: string;
    /** Numbers of the program by their names. */
    readonly texts: readonly { readonly name: string; readonly text: string }[];
  },
  io: Io,
): Promise<boolean> {
  const { shown, texts } = target;
  const source = `${target.source}, dtp ${engineVersion()}, std ${stdVersion()}`;
  const head = `% \\usepackage{booktabs, adjustbox}; figures: dtp run --figures DIR\n% ${source}\n`;
  const blocks = documents.map(toLatex).filter((text) => !/^(?:%.*\s*)*$/.test(text));
  const path = resolve(io.cwd, shown);
  const folder = dirname(path);
  const stem = basename(path).replace(/\.tex$/, "");
  try {
    await replaceFile(path, `${head}\n${blocks.join("\n\n")}\n`);
    await replaceFile(join(folder, `${stem}${NUMBERS}`), numbersLatex(texts, source));
    await replaceFile(join(folder, "dtp.sty"), stylePackage(await numberStems(folder)));
  } catch (error) {
    io.err(`dtp: ${fileProblem(shown, error)}\n`);
    return false;
  }
  io.err(`\nWrote ${shown}: its tables, for \\input{${shown.replace(/\.tex$/, "")}}.\n`);
  const example = texts.find(({ name }) => name.endsWith(".step_time"))?.name ?? texts[0]?.name;
  if (example !== undefined)
    io.err(
      `Wrote ${join(dirname(shown), "dtp.sty")} and ${texts.length} numbers for it: \\usepackage{dtp}, then \\dtp{${example}}.\n`,
    );
  return true;
}
