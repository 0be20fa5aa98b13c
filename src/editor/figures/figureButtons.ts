import { pointsCsv, type Trace } from "./pointsCsv.ts";

/** Figure that plotly.js has drawn into an element. */
interface DrawnFigure {
  readonly data: readonly Trace[];
  readonly layout: { readonly title?: { readonly text?: string } };
}

/** Function of plotly.js that downloads a drawn figure. */
type Download = (figure: unknown, options: { readonly format: "svg"; readonly filename: string }) => unknown;

const icon = (path: string) => ({ width: 24, height: 24, path });
/** Sheet with a folded corner, and a grid of three lines. */
const SHEET = icon("M6 2h9l5 5v15H6zM14 3v5h5");
const GRID = icon("M3 4h18v4H3zM3 10h18v4H3zM3 16h18v4H3z");

/** Buttons for the toolbar of a figure: its picture as SVG and its points as CSV. plotly.js itself has PNG. */
export const figureButtons = (download: Download) => [
  {
    ...{ name: "svg", title: "Download as SVG", icon: SHEET },
    click: (figure: DrawnFigure) => void download(figure, { format: "svg", filename: nameOf(figure) }),
  },
  {
    ...{ name: "csv", title: "Download its points as CSV", icon: GRID },
    click: (figure: DrawnFigure) => save(`${nameOf(figure)}.csv`, pointsCsv(figure.data)),
  },
];

/** Name of a figure's file, from its title without markup. */
const nameOf = ({ layout }: DrawnFigure): string =>
  (layout.title?.text ?? "")
    .replace(/<br>.*/s, "")
    .replace(/<[^>]*>/g, "")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^-|-$/g, "") || "figure";

function save(name: string, content: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
