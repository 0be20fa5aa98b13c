import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cellsOfProgram, type NotebookCell } from "../../src/cli/notebook/cellsOfProgram.ts";

/** A notebook as its source: the program beside it, or its own cells where it has none. */
export interface NotebookProgram {
  /** Below `notebooks/`: `course/01-memory-wall.dtp`. */
  readonly name: string;
  readonly cells: readonly NotebookCell[];
}

export const notebooksFolder = join(import.meta.dirname, "../../notebooks");

/** Every notebook. Solutions, keys and proofs of exercises are left out. */
export function notebookPrograms(folder = notebooksFolder): readonly NotebookProgram[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(dtp|ipynb)$/.test(name) && !/solutions|keys|proofs/.test(name))
    .sort();
  return files
    .filter((name) => name.endsWith(".dtp") || !files.includes(name.replace(/ipynb$/, "dtp")))
    .map((name) => ({ name, cells: cellsIn(name, readFileSync(join(folder, name), "utf8")) }));
}

interface Stored {
  readonly cells: readonly { readonly cell_type: string; readonly source: string | readonly string[] }[];
}

function cellsIn(name: string, text: string): readonly NotebookCell[] {
  if (name.endsWith(".dtp")) return cellsOfProgram(name, text);
  return (JSON.parse(text) as Stored).cells.map(({ cell_type, source }) => ({
    kind: cell_type === "markdown" ? "markdown" : "code",
    source: typeof source === "string" ? source : source.join(""),
  }));
}
