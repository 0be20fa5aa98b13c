import { escapeLatex } from "./toLatex.ts";

/**
 * LaTeX figure environment for a picture in the file `stem`, for a document with `\usepackage{graphicx}`. LaTeX finds the
 * file's ending itself.
 */
export const figureLatex = (stem: string, caption: string): string =>
  [
    "\\begin{figure}",
    "  \\centering",
    `  \\includegraphics[width=\\linewidth]{${stem}}`,
    `  \\caption{${escapeLatex(caption)}}`,
    `  \\label{fig:${stem}}`,
    "\\end{figure}",
    "",
  ].join("\n");
