import type { Block, Document, Figure } from "../document/document.ts";
import { figureSvg } from "../svg/figureSvg.ts";
import { PLOTLY_CONFIG } from "./plotlyConfig.ts";
import { toHtml } from "./toHtml.ts";
import { toLatex } from "./toLatex.ts";
import { toMarkdown } from "./toMarkdown.ts";
import { toText } from "./toText.ts";

/** Alternatives for a Jupyter front end, by mime type. */
export type Bundle = Readonly<Record<string, unknown>>;

export const PLOTLY_MIME = "application/vnd.plotly.v1+json";

/**
 * Bundle of a document: a single one if it has no figure or is only a figure, else the first of
 * `toMimeBundles`.
 */
export function toMimeBundle(document: Document): Bundle {
  return toMimeBundles(document)[0] ?? { "text/plain": "" };
}

/**
 * Bundles that a document is published as: runs of text and tables together, each figure separately. A figure
 * has an SVG once `loadFigures` has finished. `image/png` is left out: plotly's own extension would show it
 * first.
 */
export function toMimeBundles(document: Document): readonly Bundle[] {
  const bundles: Bundle[] = [];
  let words: Block[] = [];
  const flush = (): void => {
    if (words.length > 0) bundles.push(wordsBundle({ blocks: words }));
    words = [];
  };
  for (const block of document.blocks) {
    if (block.kind === "figure") {
      flush();
      const { caption, ...figure } = block;
      bundles.push(figureBundle(figure));
      // plotly.js and the picture have no place for a caption.
      if (caption !== undefined) words.push({ kind: "paragraph", text: caption });
    } else words.push(block);
  }
  flush();
  return bundles;
}

function wordsBundle(document: Document): Bundle {
  return {
    "text/plain": toText(document),
    "text/html": toHtml(document),
    "text/markdown": toMarkdown(document),
    "text/latex": toLatex(document),
  };
}

function figureBundle(figure: Figure): Bundle {
  const svg = figureSvg(figure);
  return {
    [PLOTLY_MIME]: { data: figure.data, layout: figure.layout, config: PLOTLY_CONFIG },
    ...(svg === null ? {} : { "image/svg+xml": svg }),
    "text/plain": toText({ blocks: [figure] }),
  };
}
