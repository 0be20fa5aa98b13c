import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadPlotly } from "../../host/index.ts";
import type { Document } from "../../report/document/document.ts";
import { figureSvg, loadFigures } from "../../report/svg/figureSvg.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { captionsLatex, figureCaption } from "./figureCaption.ts";
import { figureFiles } from "./figureFiles.ts";
import type { FiguresTarget } from "./figuresTarget.ts";
import { formats } from "./formats.ts";

/**
 * Writes each figure of a run in each requested format, and `figures.tex` with the captions. Prints the names
 * of the files.
 */
export async function writeFigures(
  documents: readonly Document[],
  target: FiguresTarget,
  source: string,
  io: Io,
): Promise<boolean> {
  const figures = figureFiles(documents);
  if (figures.length === 0) {
    io.err(`\nNo figure to write into ${target.folder}: the program has no \`plot\`.\n`);
    return true;
  }
  await loadFigures(
    loadPlotly,
    figures.map(({ figure }) => figure),
  );
  const folder = resolve(io.cwd, target.folder);
  const put = (name: string, content: string | Uint8Array) => replaceFile(join(folder, name), content);
  try {
    await mkdir(folder, { recursive: true });
    for (const { stem, figure } of figures) {
      const svg = figureSvg(figure) ?? "";
      const about = { title: figure.title, caption: figureCaption(figure, source) };
      for (const format of target.formats) {
        const content = await formats[format]?.(svg, about);
        if (content !== undefined) await put(`${stem}.${format}`, content);
      }
    }
    if (target.captions) await put("figures.tex", captionsLatex(figures, source));
  } catch (error) {
    io.err(`dtp: ${fileProblem(target.folder, error)}\n`);
    return false;
  }
  const names = figures.map(({ stem }) => stem).join(", ");
  io.err(
    `\nWrote ${names} as ${target.formats.join(", ")} into ${target.folder}${target.captions ? ", captions in figures.tex" : ""}.\n`,
  );
  return true;
}
