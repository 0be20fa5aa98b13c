/** Code cell of a notebook, as the kernel evaluates it. */
export interface CodeCell {
  /** Name in diagnostics: `lesson.ipynb, cell [3]`, with the cell's number after "Restart and run all cells". */
  readonly name: string;
  /** Code of the cell. Lines with a magic are blank, and so is a whole cell under a cell magic such as `%%ts`. */
  readonly text: string;
}

/**
 * Code cells of a notebook file (`.ipynb`, format 4) in order, without outputs and magics. A text that is no such file,
 * or is a notebook of another kernel, gives a problem: a sentence that begins with `shown`.
 */
export async function codeCells(
  text: string,
  shown: string,
): Promise<{ readonly cells: readonly CodeCell[] } | { readonly problem: string }> {
  const stored = storedCells(text, shown);
  if ("problem" in stored) return stored;
  const { readMagics } = await import("../../kernel/core/magics/readMagics.ts");
  const written = stored.cells.map((cell) => sourceOf(cell.source));
  const numbered = written.filter((source) => source.trim() !== "");
  return {
    cells: numbered.map((source, at) => {
      const name = `${shown}, cell [${at + 1}]`;
      const read = readMagics(source, name);
      return { name, text: read.kind === "code" ? read.code : "" };
    }),
  };
}

/** Notebook as it is stored, whose code cells can be given new sources. */
interface StoredCells {
  readonly notebook: unknown;
  /** Code cells of `notebook`, the same objects. */
  readonly cells: readonly { source?: unknown }[];
}

/** Notebook of a text, or a problem: a sentence that begins with `shown`. */
function storedCells(text: string, shown: string): StoredCells | { readonly problem: string } {
  let notebook: unknown;
  try {
    notebook = JSON.parse(text);
  } catch {
    return { problem: `${shown} is no notebook: it is not JSON` };
  }
  if (!isObject(notebook) || !Array.isArray(notebook.cells))
    return { problem: `${shown} is no notebook of format 4: it has no list of cells` };
  const language = languageOf(notebook.metadata);
  if (language !== null && language !== "dtp")
    return { problem: `${shown} is a notebook of the kernel "${language}", not of DTP` };
  return { notebook, cells: notebook.cells.filter((cell) => isObject(cell) && cell.cell_type === "code") };
}

/**
 * Text of a notebook file whose code cells `rewrite` has changed. A cell with a magic or a question (`plan.tp?`) stays as
 * it is, and so do outputs and metadata. The text is returned unchanged where no cell changes.
 */
export async function rewriteCells(
  text: string,
  shown: string,
  rewrite: (cell: CodeCell) => string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const stored = storedCells(text, shown);
  if ("problem" in stored) return stored;
  const { readMagics } = await import("../../kernel/core/magics/readMagics.ts");
  let changed = false;
  const numbered = stored.cells.filter((cell) => sourceOf(cell.source).trim() !== "");
  for (const [at, cell] of numbered.entries()) {
    const source = sourceOf(cell.source);
    const name = `${shown}, cell [${at + 1}]`;
    const read = readMagics(source, name);
    if (read.kind !== "code" || read.code !== source) continue;
    const rewritten = rewrite({ name, text: source });
    if (rewritten === source) continue;
    cell.source = Array.isArray(cell.source) ? rewritten.split(/(?<=\n)/) : rewritten;
    changed = true;
  }
  if (!changed) return { text };
  const indent = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? "";
  return { text: JSON.stringify(stored.notebook, null, indent) + (text.endsWith("\n") ? "\n" : "") };
}

/** Name of the kernel that a notebook asks for. null where it names none. */
function languageOf(metadata: unknown): string | null {
  if (!isObject(metadata) || !isObject(metadata.kernelspec)) return null;
  const { name } = metadata.kernelspec;
  return typeof name === "string" ? name : null;
}

/** Source of a cell, which nbformat stores as one text or as a list of lines. */
function sourceOf(source: unknown): string {
  return Array.isArray(source) ? source.join("") : typeof source === "string" ? source : "";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
