import type { JsonObject } from "../protocol/message.ts";

/** Data that a notebook sends with a cell to run. Empty in a console. */
export interface NotebookCell {
  readonly id: string | undefined;
  /** Identifiers of cells that were deleted from the notebook. */
  readonly deleted: readonly string[];
  /**
   * Name of a `.dtp` file, where the text to run is a whole file. Magics in it do not run, because the file
   * may come from anyone.
   */
  readonly file: string | undefined;
}

/**
 * Cell data from the metadata of an `execute_request`: JupyterLab's `cellId` and `deletedCells`, our
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
