import type { Document, Figure } from "../../report/index.ts";
import { fileStems } from "../write/fileStems.ts";

/** Figure with the stem of its file names: `base-memory`. */
export interface NamedFigure {
  readonly stem: string;
  readonly figure: Figure;
}

/**
 * Figures of a run with the stems of their file names. A stem comes from the plotted expression, not from its
 * values, so that a paper's `\includegraphics` survives changes of the values. Figures with equal names are
 * numbered in order.
 */
export function figureFiles(documents: readonly Document[]): readonly NamedFigure[] {
  const figures = documents.flatMap(({ blocks }) =>
    blocks.filter((block): block is Figure => block.kind === "figure"),
  );
  const stems = fileStems(
    figures.map(({ name, title }) => name ?? title),
    "figure",
  );
  return figures.map((figure, at) => ({ stem: stems[at] ?? "figure", figure }));
}
