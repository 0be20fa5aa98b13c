import type { Block, Document, Figure } from "../document.ts";
import { figureSvg } from "../svg/figureSvg.ts";
import { PLOTLY_CONFIG } from "./plotlyConfig.ts";
import { toHtml } from "./toHtml.ts";
import { toLatex } from "./toLatex.ts";
import { toMarkdown } from "./toMarkdown.ts";
import { toText } from "./toText.ts";

/** What a Jupyter front end chooses from, by mime type. */
export type Bundle = Readonly<Record<string, unknown>>;

export const PLOTLY_MIME = "application/vnd.plotly.v1+json";

/** One bundle for a document without a figure, or with nothing but one; else the first of `toMimeBundles`. */
export function toMimeBundle(document: Document): Bundle {
  return toMimeBundles(document)[0] ?? { "text/plain": "" };
}

/**
 * The bundles a document is published as: runs of words and tables together, each figure by itself. A figure's SVG is
 * there once `loadFigures` has finished. Never `image/png`: plotly's own extension would show it first.
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
      // plotly.js and the picture have no place for it
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
