import type { Document, Figure } from "../../report/index.ts";
import { fileStems } from "../fileStems.ts";

/** A figure with the stem of its files' names: `base-memory`. */
export interface NamedFigure {
  readonly stem: string;
  readonly figure: Figure;
}

/**
 * The figures of a run, each named after what was plotted, not after its numbers: the name stays when the program's values
 * change, so a paper's `\includegraphics` does. Two of one name are numbered in their order.
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
