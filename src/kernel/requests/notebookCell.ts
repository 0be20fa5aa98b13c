import type { JsonObject } from "../wire/message.ts";

/** What a notebook says of the cell it sends; a console says nothing. */
export interface NotebookCell {
  readonly id: string | undefined;
  /** Cells that the notebook has lost. */
  readonly deleted: readonly string[];
  /** Set where the text is a whole `.dtp` file of this name, which a reader may have from anybody: no magic of it runs. */
  readonly file: string | undefined;
}

/** From the metadata of an `execute_request`: JupyterLab's `cellId` and `deletedCells`, our extension's `dtpFile`. Anything malformed counts as unsaid. */
export function notebookCell({ cellId, deletedCells, dtpFile }: JsonObject): NotebookCell {
  const deleted: readonly unknown[] = Array.isArray(deletedCells) ? deletedCells : [];
  return {
    id: typeof cellId === "string" && cellId !== "" ? cellId : undefined,
    deleted: deleted.filter((one) => typeof one === "string"),
    file: typeof dtpFile === "string" && dtpFile !== "" ? dtpFile : undefined,
  };
}
