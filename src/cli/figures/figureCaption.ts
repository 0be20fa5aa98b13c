import { escapeLatex, type Figure } from "../../report/index.ts";
import type { NamedFigure } from "./figureFiles.ts";

/** One figure's caption in words: title, what it shows and with which plan, engine and data, and what to know of the drawing. */
export function figureCaption({ title, origin, caption }: Figure): string {
  return [title, origin, caption]
    .flatMap((text) => (text === undefined || text === "" ? [] : [/[.!?]$/.test(text) ? text : `${text}.`]))
    .join(" ");
}

/** All figures as environments for a paper that has `\usepackage{graphicx}`. */
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
