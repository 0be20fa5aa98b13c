import { readFile, writeFile } from "node:fs/promises";
import { loadPlotly, plotlyPath } from "../../host/index.ts";
import type { Document } from "../../report/document.ts";
import { htmlPage, loadFigures } from "../../report/index.ts";
import type { Io } from "../io.ts";
import { fileProblem } from "../readProgram.ts";

/** Writes the self-contained page of a run and says where it is; plotly.js goes in only when there is a figure. */
export async function writePage(
  documents: readonly Document[],
  target: { readonly path: string; readonly shown: string; readonly title: string },
  io: Io,
): Promise<boolean> {
  const figures = documents.some(({ blocks }) => blocks.some(({ kind }) => kind === "figure"));
  const plotlyJs = figures ? await readFile(plotlyPath(), "utf8") : "";
  if (figures) await loadFigures(loadPlotly);
  const html = htmlPage(documents, { title: target.title, plotlyJs });
  try {
    await writeFile(target.path, html);
  } catch (error) {
    io.err(`dtp: ${fileProblem(target.shown, error)}\n`);
    return false;
  }
  io.err(`\nWrote ${target.shown} (${pageSize(html.length)}): one page, no network needed.\n`);
  return true;
}

/** `34 kB`, `1.6 MB`. */
const pageSize = (bytes: number): string =>
  bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
