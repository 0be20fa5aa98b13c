import type { JsonObject } from "../wire/message.ts";

/** Notebook's description of a cell. Empty in a console. */
export interface NotebookCell {
  readonly id: string | undefined;
  /** Ids of cells that were deleted from the notebook. */
  readonly deleted: readonly string[];
  /**
   * Name of a whole `.dtp` file, where the text is one. The file may come from anyone, so its magics do not
   * run.
   */
  readonly file: string | undefined;
}

/**
 * Cell description from the metadata of an `execute_request`: JupyterLab's `cellId` and `deletedCells`, our
 * extension's `dtpFile`. Malformed values are ignored.
 */
export function notebookCell({ cellId, deletedCells, dtpFile }: JsonObject): NotebookCell {
  const deleted: readonly unknown[] = Array.isArray(deletedCells) ? deletedCells : [];
  return {
    id: typeof cellId === "string" && cellId !== "" ? cellId : undefined,
    deleted: deleted.filter((one) => typeof one === "string"),
    file: typeof dtpFile === "string" && dtpFile !== "" ? dtpFile : undefined,
  };
}
