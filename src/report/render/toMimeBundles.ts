import type { Block, Document, Figure } from "../document/document.ts";
import { figureSvg } from "../svg/figureSvg.ts";
import { PLOTLY_CONFIG } from "./plotlyConfig.ts";
import { toHtml } from "./toHtml.ts";
import { toLatex } from "./toLatex.ts";
import { toMarkdown } from "./toMarkdown.ts";
import { toText } from "./toText.ts";

/**
 * Representations of an output for a Jupyter front end, by mime type. The front end shows the best that it
 * knows.
 */
export type Bundle = Readonly<Record<string, unknown>>;

/** Mime type of a control's data (`ControlData`), which the extension of JupyterLab draws. */
export const CONTROL_MIME = "application/vnd.dtp.control+json";
export const PLOTLY_MIME = "application/vnd.plotly.v1+json";

/** First mime bundle of a document. It holds all of a document that has no figure or is only a figure. */
export function toMimeBundle(document: Document): Bundle {
  return toMimeBundles(document)[0] ?? { "text/plain": "" };
}

/**
 * Mime bundles that a document is published as: adjacent texts and tables share a bundle, and each figure and control has
 * its own. A figure has an SVG once `loadFigures` has finished. `image/png` is left out: plotly's own
 * extension would show it first.
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
      // Publish the caption as text: neither plotly.js nor the picture has a place for it.
      if (caption !== undefined) words.push({ kind: "paragraph", text: caption });
    } else if (block.kind === "control") {
      flush();
      bundles.push({ [CONTROL_MIME]: block.control, ...wordsBundle({ blocks: [block] }) });
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
