import type { Figure } from "../../report/document/document.ts";
import { figureLatex } from "../../report/render/figureLatex.ts";
import type { NamedFigure } from "./figureFiles.ts";

/**
 * Caption of a figure for a paper: title, origin (plan, engine, data), notes on the drawing, and the files that it was made from
 * with their hashes.
 */
export function figureCaption({ title, origin, caption }: Figure, source: string): string {
  return [title, origin, caption, `Made from ${source}`]
    .flatMap((text) => (text === undefined || text === "" ? [] : [/[.!?]$/.test(text) ? text : `${text}.`]))
    .join(" ");
}

/** LaTeX figure environments with captions, for a paper with `\usepackage{graphicx}`. */
export function captionsLatex(figures: readonly NamedFigure[], source: string): string {
  return figures.map(({ stem, figure }) => figureLatex(stem, figureCaption(figure, source))).join("\n");
}
