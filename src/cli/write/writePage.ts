import { createHash } from "node:crypto";
import { loadPlotly, pageScript, plotlyText } from "../../host/index.ts";
import type { Document } from "../../report/document/document.ts";
import { htmlPage } from "../../report/render/htmlPage.ts";
import { loadFigures } from "../../report/svg/figureSvg.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { type LiveRun, livePage } from "./livePage.ts";
import { replaceFile } from "./replaceFile.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

/**
 * Writes a run's self-contained HTML page and prints its path. plotly.js is embedded only when there is a
 * figure.
 */
export async function writePage(
  documents: readonly Document[],
  target: {
    readonly path: string;
    readonly shown: string;
    readonly title: string;
    /** True for a page without scripts, whose figures are static. */
    readonly still: boolean;
    /** Program of a page whose controls answer; null for another page. */
    readonly live: LiveRun | null;
  },
  io: Io,
): Promise<boolean> {
  const figures = documents.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "figure"));
  const drawn = figures.length > 0;
  const plotlyJs = drawn && !target.still ? plotlyText() : "";
  if (drawn) await loadFigures(loadPlotly, figures);
  const pageJs = target.still ? null : pageScript();
  const html = htmlPage(documents, {
    ...{ title: target.title, plotlyJs, sha256 },
    ...(pageJs === null ? {} : { pageJs }),
    ...(target.live ? { live: livePage(target.live) } : {}),
  });
  try {
    await replaceFile(target.path, html);
  } catch (error) {
    io.err(`dtp: ${fileProblem(target.shown, error)}\n`);
    return false;
  }
  io.err(`\nWrote ${target.shown} (${pageSize(html.length)}): one page, no network needed.\n`);
  return true;
}

/** Size of a page as text: `34 kB`, `1.6 MB`. */
const pageSize = (bytes: number): string =>
  bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
