import { figureLatex } from "../../report/render/figureLatex.ts";
import { make } from "../make.ts";
import { fileStem, plainTitle } from "./figureName.ts";
import { pointsCsv, type Trace } from "./pointsCsv.ts";
import { printFigure } from "./printFigure.ts";
import { saveFile } from "./saveFile.ts";
import { toPng } from "./toPng.ts";

/** Picture of a figure, with the data of its traces where they are known. */
export interface Picture {
  readonly svg: string;
  readonly title: string;
  readonly traces?: readonly Trace[];
}

/**
 * Buttons that save a picture: SVG, PNG, PDF by the browser's dialog to print, the points as CSV, and a LaTeX figure for the
 * PDF. `say` tells the reader why something is not possible.
 */
export function figureTools(
  { svg, title, traces }: Picture,
  say: (words: string) => void,
): readonly HTMLElement[] {
  const stem = fileStem(title);
  const save = (ending: string, type: string, content: string): void =>
    saveFile(`${stem}.${ending}`, new Blob([content], { type }));
  const acts: Readonly<Record<string, () => unknown>> = {
    SVG: () => save("svg", "image/svg+xml", svg),
    PNG: () =>
      toPng(svg).then(
        (png) => saveFile(`${stem}.png`, png),
        () => say("This browser cannot make a PNG of it."),
      ),
    PDF: () => printFigure(svg).catch(() => say("This browser cannot print the figure alone.")),
    ...(traces ? { CSV: () => save("csv", "text/csv", pointsCsv(traces)) } : {}),
    LaTeX: () => save("tex", "text/x-tex", figureLatex(stem, plainTitle(title))),
  };
  return Object.entries(acts).map(([name, act]) => {
    const button = make("button", { type: "button", "aria-label": `Save ${title} as ${name}` }, name);
    button.addEventListener("click", () => void act());
    return button;
  });
}
