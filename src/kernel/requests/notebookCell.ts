import type { JsonObject } from "../wire/message.ts";

/** What a notebook says of the cell it sends; a console says nothing. */
export interface NotebookCell {
  readonly id: string | undefined;
  /** Cells that the notebook has lost. */
  readonly deleted: readonly string[];
}

/** From the metadata of an `execute_request`: JupyterLab's `cellId` and `deletedCells`. Anything malformed counts as unsaid. */
export function notebookCell({ cellId, deletedCells }: JsonObject): NotebookCell {
  const deleted: readonly unknown[] = Array.isArray(deletedCells) ? deletedCells : [];
  return {
    id: typeof cellId === "string" && cellId !== "" ? cellId : undefined,
    deleted: deleted.filter((one) => typeof one === "string"),
  };
}
