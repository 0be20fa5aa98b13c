import type { NotebookCell } from "./cellsOfProgram.ts";

interface StoredCell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly unknown[];
  readonly execution_count?: number | null;
}

/**
 * An `.ipynb` of format 4.5 (nbformat's own layout: keys sorted, one space). A cell of code whose text stands in
 * `previous` keeps the outputs it had there.
 */
export function notebookText(cells: readonly NotebookCell[], previous: string | null): string {
  const before = new Map(
    storedCells(previous)
      .filter((cell) => cell.cell_type === "code")
      .map((cell) => [joined(cell.source), cell]),
  );
  const digits = String(cells.length).length;
  const stored = cells.map(({ kind, source }, at) => {
    const id = `cell-${String(at + 1).padStart(Math.max(2, digits), "0")}`;
    if (kind === "markdown") return { cell_type: kind, id, metadata: {}, source: linesOf(source) };
    const kept = before.get(source);
    return {
      cell_type: kind,
      execution_count: kept?.execution_count ?? null,
      id,
      metadata: {},
      outputs: kept?.outputs ?? [],
      source: linesOf(source),
    };
  });
  const kernelspec = { display_name: "DTP", language: "dtp", name: "dtp" };
  return `${JSON.stringify({ cells: stored, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

function linesOf(source: string): readonly string[] {
  return source.split(/(?<=\n)/);
}

function joined(source: string | readonly string[]): string {
  return typeof source === "string" ? source : source.join("");
}

/** The cells of a notebook's text; none where it is no notebook. */
function storedCells(text: string | null): readonly StoredCell[] {
  if (text === null) return [];
  try {
    const { cells } = JSON.parse(text) as { readonly cells?: readonly StoredCell[] };
    return Array.isArray(cells) ? cells : [];
  } catch {
    return [];
  }
}
