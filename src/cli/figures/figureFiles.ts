import type { Document, Figure } from "../../report/index.ts";

/** A figure with the stem of its files' names: `base-memory`. */
export interface NamedFigure {
  readonly stem: string;
  readonly figure: Figure;
}

/** The longest stem; names of files are typed and quoted. */
const LONGEST = 60;

/**
 * The figures of a run, each named after what was plotted, not after its numbers: the name stays when the program's values
 * change, so a paper's `\includegraphics` does. Two of one name are numbered in their order.
 */
export function figureFiles(documents: readonly Document[]): readonly NamedFigure[] {
  const seen = new Map<string, number>();
  return documents
    .flatMap(({ blocks }) => blocks.filter((block): block is Figure => block.kind === "figure"))
    .map((figure) => {
      const stem = slug(figure.name ?? figure.title) || "figure";
      const count = (seen.get(stem) ?? 0) + 1;
      seen.set(stem, count);
      return { stem: count === 1 ? stem : `${stem}-${count}`, figure };
    });
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
}
