import type { Question } from "../../../session/run/runOptions.ts";
import { isJsonObject, type JsonObject } from "../protocol/message.ts";

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
  /** Choices of the file's controls, each as `path=value`. */
  readonly choices: readonly string[];
  /** Number to explain, of the file or of the notebook's names, in place of running the cell. */
  readonly explain?: Question;
}

/**
 * Cell data from the metadata of an `execute_request`: JupyterLab's `cellId` and `deletedCells`, our
 * extension's `dtpFile`, `dtpChoices` and `dtpExplain`. Malformed values are ignored.
 */
export function notebookCell({
  cellId,
  deletedCells,
  dtpFile,
  dtpChoices,
  dtpExplain,
}: JsonObject): NotebookCell {
  const explain = questionIn(dtpExplain);
  return {
    id: typeof cellId === "string" && cellId !== "" ? cellId : undefined,
    deleted: textsIn(deletedCells),
    file: typeof dtpFile === "string" && dtpFile !== "" ? dtpFile : undefined,
    choices: textsIn(dtpChoices),
    ...(explain ? { explain } : {}),
  };
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

function questionIn(value: unknown): Question | null {
  if (!isJsonObject(value) || typeof value.path !== "string" || value.path.trim() === "") return null;
  const { path, stage } = value;
  return typeof stage === "number" && Number.isSafeInteger(stage) && stage >= 0 ? { path, stage } : { path };
}
