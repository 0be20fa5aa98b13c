import { figureLatex } from "../../report/render/figureLatex.ts";
import { fileStem, plainTitle } from "./figureName.ts";
import { lightFigure } from "./lightFigure.ts";
import { pointsCsv, type Trace } from "./pointsCsv.ts";
import { printFigure } from "./printFigure.ts";
import { saveFile } from "./saveFile.ts";

/** Figure that plotly.js has drawn into an element. */
interface DrawnFigure {
  readonly data: readonly Trace[];
  readonly layout: {
    readonly title?: { readonly text?: string };
    readonly width?: number;
    readonly height?: number;
  };
}

/** Form and size (px) of a picture. */
interface PictureOptions {
  readonly format: "svg";
  readonly width?: number;
  readonly height?: number;
}

/** Functions of plotly.js that make pictures of a figure. */
export interface PictureMaker {
  downloadImage(figure: unknown, options: PictureOptions & { readonly filename: string }): unknown;
  /** Resolves to the picture as an address of data. */
  toImage(figure: unknown, options: PictureOptions): Promise<string>;
}

const icon = (path: string) => ({ width: 24, height: 24, path });
/** Sheet with a folded corner, a sheet with lines, a grid of three lines, and the letters T and X. */
const SHEET = icon("M6 2h9l5 5v15H6zM14 3v5h5");
const PAPER = icon("M5 2h14v20H5zM8 6h8v2H8zM8 10h8v2H8zM8 14h5v2H8z");
const GRID = icon("M3 4h18v4H3zM3 10h18v4H3zM3 16h18v4H3z");
const TEX = icon("M2 4h10v2H8v10H6V6H2zM11 10h3l2 4 2-4h3l-4 6 4 6h-3l-2-4-2 4h-3l4-6z");

/**
 * Buttons for the toolbar of a figure: its picture as SVG and as PDF, its points as CSV, and a LaTeX figure for the PDF.
 * Pictures have a light page's colours: they go into papers. plotly.js itself has PNG, with the colours of the page.
 */
export const figureButtons = (plotly: PictureMaker) => [
  {
    ...{ name: "svg", title: "Download as SVG", icon: SHEET },
    click: (figure: DrawnFigure) =>
      void plotly.downloadImage(lightFigure(figure), { ...pictureOf(figure), filename: stemOf(figure) }),
  },
  {
    ...{ name: "pdf", title: "Print alone, or save as PDF", icon: PAPER },
    click: (figure: DrawnFigure) =>
      void plotly
        .toImage(lightFigure(figure), pictureOf(figure))
        .then((address) => printFigure(svgIn(address))),
  },
  {
    ...{ name: "csv", title: "Download its points as CSV", icon: GRID },
    click: (figure: DrawnFigure) => save(figure, "csv", "text/csv", pointsCsv(figure.data)),
  },
  {
    ...{ name: "latex", title: "Download a LaTeX figure", icon: TEX },
    click: (figure: DrawnFigure) =>
      save(figure, "tex", "text/x-tex", figureLatex(stemOf(figure), plainTitle(titleOf(figure)))),
  },
];

/** Options of a figure's picture. A figure that is not on a page has only its layout's size. */
const pictureOf = ({ layout: { width, height } }: DrawnFigure): PictureOptions => ({
  format: "svg",
  ...(width === undefined ? {} : { width }),
  ...(height === undefined ? {} : { height }),
});

const titleOf = ({ layout }: DrawnFigure): string => layout.title?.text ?? "";
const stemOf = (figure: DrawnFigure): string => fileStem(titleOf(figure));

/** Text of an SVG in an address of data, as plotly.js makes it. */
const svgIn = (address: string): string => decodeURIComponent(address.slice(address.indexOf(",") + 1));

const save = (figure: DrawnFigure, ending: string, type: string, content: string): void =>
  saveFile(`${stemOf(figure)}.${ending}`, new Blob([content], { type }));
