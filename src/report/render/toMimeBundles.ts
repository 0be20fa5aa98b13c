import type { Block, Document, Figure } from "../document/document.ts";
import { figureSvg } from "../svg/figureSvg.ts";
import { pagePicture } from "./pagePicture.ts";
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
 * Mime bundles that a document is published as, one for each of its parts. A figure has an SVG once `loadFigures` has
 * finished. `image/png` is left out: plotly's own extension would show it first.
 */
export function toMimeBundles(document: Document): readonly Bundle[] {
  return partsOf(document).map((part) => {
    const [first] = part.blocks;
    if (first?.kind === "figure") return figureBundle(first);
    if (first?.kind === "control") return { [CONTROL_MIME]: first.control, ...wordsBundle(part) };
    return wordsBundle(part);
  });
}

/**
 * Documents as which a document is published: adjacent texts and tables are one, and each figure and control is one of its own.
 * A figure's caption becomes text: neither plotly.js nor the picture has a place for it.
 */
export function partsOf(document: Document): readonly Document[] {
  const parts: Document[] = [];
  let words: Block[] = [];
  const flush = (): void => {
    if (words.length > 0) parts.push({ blocks: words });
    words = [];
  };
  for (const block of document.blocks) {
    if (block.kind === "figure") {
      flush();
      const { caption, ...figure } = block;
      parts.push({ blocks: [figure] });
      if (caption !== undefined) words.push({ kind: "paragraph", text: caption });
    } else if (block.kind === "control") {
      flush();
      parts.push({ blocks: [block] });
    } else words.push(block);
  }
  flush();
  return parts;
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
    ...(svg === null ? {} : { "image/svg+xml": pagePicture(svg) }),
    "text/plain": toText({ blocks: [figure] }),
  };
}
