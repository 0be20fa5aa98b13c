import type { NotebookCell } from "./cellsOfProgram.ts";

type Json = Readonly<Record<string, unknown>>;

interface StoredCell extends Json {
  readonly cell_type: string;
  readonly source: unknown;
}

interface StoredNotebook {
  readonly cells: readonly StoredCell[];
  readonly metadata: Json;
}

const KERNELSPEC = { display_name: "DTP", language: "dtp", name: "dtp" };

/**
 * Text of a notebook file (`.ipynb`, format 4.5) in nbformat's layout: sorted keys, indented by one space.
 * The program decides the cells and their text. The notebook's metadata stay as in `previous`, and so do
 * outputs, metadata and attachments of cells with unchanged text.
 */
export function notebookText(cells: readonly NotebookCell[], previous: string | null): string {
  const before = storedNotebook(previous);
  const unclaimed = [...before.cells];
  const claim = ({ kind, source }: NotebookCell): Json => {
    const at = unclaimed.findIndex((cell) => cell.cell_type === kind && joined(cell.source) === source);
    return at < 0 ? {} : (unclaimed.splice(at, 1)[0] ?? {});
  };
  const digits = String(cells.length).length;
  const stored = cells.map((cell, at) =>
    sorted({
      ...(cell.kind === "code" ? { execution_count: null, outputs: [] } : {}),
      metadata: {},
      ...claim(cell),
      cell_type: cell.kind,
      id: `cell-${String(at + 1).padStart(Math.max(2, digits), "0")}`,
      source: linesOf(cell.source),
    }),
  );
  const metadata = sorted({ ...before.metadata, kernelspec: KERNELSPEC });
  return `${JSON.stringify({ cells: stored, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

function sorted(object: Json): Json {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function linesOf(source: string): readonly string[] {
  return source.split(/(?<=\n)/);
}

function joined(source: unknown): string {
  return Array.isArray(source) ? source.join("") : String(source);
}

/** Content of an existing notebook file. Empty where the text is no notebook, or has another kernel. */
function storedNotebook(text: string | null): StoredNotebook {
  try {
    const { cells, metadata = {} } = JSON.parse(text ?? "") as Partial<StoredNotebook>;
    const { kernelspec = KERNELSPEC } = metadata as { readonly kernelspec?: { readonly name?: unknown } };
    if (Array.isArray(cells) && kernelspec.name === KERNELSPEC.name)
      return { cells: cells.filter((cell) => typeof cell === "object" && cell !== null), metadata };
  } catch {
    // A text that is no notebook is replaced by a new notebook.
  }
  return { cells: [], metadata: {} };
}
