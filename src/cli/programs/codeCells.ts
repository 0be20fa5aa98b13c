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
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return { problem: `${shown} is no notebook: it is not JSON` };
  }
  if (!isObject(stored) || !Array.isArray(stored.cells))
    return { problem: `${shown} is no notebook of format 4: it has no list of cells` };
  const language = languageOf(stored.metadata);
  if (language !== null && language !== "dtp")
    return { problem: `${shown} is a notebook of the kernel "${language}", not of DTP` };
  const { readMagics } = await import("../../kernel/core/magics/readMagics.ts");
  const written = stored.cells.flatMap((cell: unknown) =>
    isObject(cell) && cell.cell_type === "code" ? [sourceOf(cell.source)] : [],
  );
  const numbered = written.filter((source) => source.trim() !== "");
  return {
    cells: numbered.map((source, at) => {
      const name = `${shown}, cell [${at + 1}]`;
      const read = readMagics(source, name);
      return { name, text: read.kind === "code" ? read.code : "" };
    }),
  };
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
