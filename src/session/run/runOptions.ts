/** Options of a run. */
export interface RunOptions {
  /** Name of the text in messages: a file's path, `cell [3]`. */
  readonly name: string;
  readonly mode: "file" | "cell";
  /** Texts of `--set plan.tp=4`, applied to every scenario. */
  readonly overrides?: readonly string[];
  /**
   * The notebook's identifier of the cell, which stays the same when the cell runs again. A name that another cell has
   * defined gets a note.
   */
  readonly cell?: string;
  /** True where the caller refreshes stale outputs itself (`stale`, `again`), so no note lists them. */
  readonly live?: boolean;
}
