import type { Block, Document, Figure } from "../document/document.ts";
import { escapeHtml } from "../escaping/escape.ts";
import { type LivePage, PAGE_IDS } from "./livePage.ts";
import { PAGE_COPY_SCRIPT } from "./pageCopyScript.ts";
import { carried, controlsHtml, figureHtml, inScript, policyTag } from "./pageParts.ts";
import { pageScript } from "./pageScript.ts";
import { type PageTheme, pageStyle } from "./pageStyle.ts";
import { toHtml } from "./toHtml.ts";

export interface PageOptions {
  readonly title: string;
  /** Source of plotly.js, which the page embeds once. Empty for a page with static figures. */
  readonly plotlyJs: string;
  /**
   * Function for the base-64 SHA-256 of a text. With it, the page's security policy allows only scripts with
   * known hashes. Without it, the page has no such policy.
   */
  readonly sha256?: (text: string) => string;
  /** Script of the page (`src/page`). Absent for a page whose tables do not answer. */
  readonly pageJs?: string;
  /** Program and worker of a page whose controls answer. It needs `pageJs`. */
  readonly live?: LivePage;
  /** Source of the page's dark mode; by default the reader's system. */
  readonly theme?: PageTheme;
}

/**
 * Self-contained page that opens from a file without a network. The verdict and its figures come first in
 * columns, then tables and derivations in the program's order. Figures are interactive where scripts run;
 * without scripts and in print, static pictures show. Call `loadFigures` first, or the pictures are text
 * charts.
 */
export function htmlPage(documents: readonly Document[], options: PageOptions): string {
  const { live, pageJs = "", theme = "system" } = options;
  const figures = documents.flatMap((document) => document.blocks.filter((block) => block.kind === "figure"));
  const title = escapeHtml(options.title);
  // A page that follows its program has figures later.
  const drawn = options.plotlyJs !== "" && (figures.length > 0 || live?.program.follows === true);
  const scripts = [
    ...(drawn ? [options.plotlyJs] : []),
    // It gives the figures' toolbars their buttons.
    ...(pageJs === "" ? [] : [pageJs]),
    ...(drawn ? [pageScript(theme)] : []),
    ...(documents.some(hasFile) ? [PAGE_COPY_SCRIPT] : []),
  ].map(inScript);
  const policy = options.sha256
    ? `${policyTag(scripts, { figures, live: live !== undefined, sha256: options.sha256 })}\n`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${pageStyle(theme)}
</style>
</head>
<body>
<main>
<header><h1>${title}</h1></header>
${live ? `<div id="${PAGE_IDS.main}">\n${pageBody(documents, { live: true })}\n</div>` : pageBody(documents)}
</main>
${live ? carried(live) : ""}${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
}

/**
 * Contents of a page: the verdict and its figures, then tables and derivations. On a live page, controls come first, as data
 * for the page's script; elsewhere each is a sentence in its place.
 */
export function pageBody(documents: readonly Document[], { live = false } = {}): string {
  const { opening, rest } = split(live ? documents.map(withoutControls) : documents);
  const figures = documents.flatMap((document) => document.blocks.filter((block) => block.kind === "figure"));
  const beside = opening === null ? [] : figures.slice(0, 1);
  const below = figures.slice(beside.length);
  const hero =
    opening === null
      ? ""
      : `<div class="hero${beside.length > 0 ? " two" : ""}"><div class="card">${toHtml(opening)}</div>${figureCards(beside)}</div>`;
  const grid =
    below.length === 0
      ? ""
      : `<div class="figures${below.length > 1 ? " many" : ""}">${figureCards(below)}</div>`;
  const sections = rest
    .filter((document) => document.blocks.length > 0)
    .map((document) => `<section class="card">${toHtml(document)}</section>`);
  return [live ? controlsHtml(documents) : "", hero, grid, ...sections]
    .filter((part) => part !== "")
    .join("\n");
}

const withoutControls = ({ blocks }: Document): Document => ({
  blocks: blocks.filter(({ kind }) => kind !== "control"),
});

/**
 * Parts of a page. The opening is the first document with a verdict, up to its first table; the rest are the
 * remaining documents, without figures.
 */
function split(documents: readonly Document[]): { opening: Document | null; rest: readonly Document[] } {
  const at = documents.findIndex((document) => document.blocks.some((block) => block.kind === "verdict"));
  const blocks = documents[at]?.blocks ?? [];
  const end = blocks.findIndex((block) => block.kind === "table") + 1 || blocks.length;
  return {
    opening: at < 0 ? null : { blocks: blocks.slice(0, end).filter(isWords) },
    rest: documents.map((document, index) => ({
      blocks: (index === at ? document.blocks.slice(end) : document.blocks).filter(isWords),
    })),
  };
}

function isWords(block: Block): boolean {
  return block.kind !== "figure";
}

function hasFile({ blocks }: Document): boolean {
  return blocks.some(({ kind }) => kind === "file");
}

function figureCards(figures: readonly Figure[]): string {
  return figures.map((figure) => `<div class="card">${figureHtml(figure)}</div>`).join("\n");
}
