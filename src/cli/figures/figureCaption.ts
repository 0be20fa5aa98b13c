import type { Figure } from "../../report/document/document.ts";
import { escapeLatex } from "../../report/render/toLatex.ts";
import type { NamedFigure } from "./figureFiles.ts";

/** Caption of a figure for a paper: title, origin (plan, engine, data), and notes on the drawing. */
export function figureCaption({ title, origin, caption }: Figure): string {
  return [title, origin, caption]
    .flatMap((text) => (text === undefined || text === "" ? [] : [/[.!?]$/.test(text) ? text : `${text}.`]))
    .join(" ");
}

/** LaTeX figure environments with captions, for a paper with `\usepackage{graphicx}`. */
export function captionsLatex(figures: readonly NamedFigure[]): string {
  return figures
    .map(({ stem, figure }) =>
      [
        "\\begin{figure}",
        "  \\centering",
        `  \\includegraphics[width=\\linewidth]{${stem}}`,
        `  \\caption{${escapeLatex(figureCaption(figure))}}`,
        `  \\label{fig:${stem}}`,
        "\\end{figure}",
        "",
      ].join("\n"),
    )
    .join("\n");
}
