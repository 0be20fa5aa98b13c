import type { Document } from "../document/document.ts";
import { figuresLoaded, loadFigures } from "../svg/figureSvg.ts";
import { type Bundle, toMimeBundles } from "./toMimeBundles.ts";

/**
 * Mime bundles of a document with its figures drawn. A promise where `plotly` has to load plotly.js first, which is large: it
 * loads with the first figure only.
 */
export function drawnBundles(
  document: Document,
  plotly: NonNullable<Parameters<typeof loadFigures>[0]>,
): readonly Bundle[] | Promise<readonly Bundle[]> {
  const figures = document.blocks.filter((block) => block.kind === "figure");
  if (figures.length === 0 || figuresLoaded(figures)) return toMimeBundles(document);
  return loadFigures(plotly, figures).then(() => toMimeBundles(document));
}
