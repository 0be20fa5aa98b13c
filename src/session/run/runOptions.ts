/** Question that `explain` answers: an expression, of one pipeline stage where it is a part of the memory. */
export interface Question {
  /** Expression of the text's names: `base.step_time`, `(base with { plan.tp = 4 }).mfu`. */
  readonly path: string;
  /** Pipeline stage, from 0; the fullest by default. */
  readonly stage?: number;
}

/** Options of one run of a text: its name, mode, overrides and cell. */
export interface RunOptions {
  /** Name of the text in messages: a file's path, `cell [3]`. */
  readonly name: string;
  readonly mode: "file" | "cell";
  /** Overrides from the command line, such as `plan.tp=4`, applied to every scenario. */
  readonly overrides?: readonly string[];
  /**
   * True where the names of a file stay in the session after the run, in place of all names before it, so that the
   * session's services know their values. An editor's file is run so.
   */
  readonly stays?: boolean;
  /**
   * Notebook identifier of the cell, which stays the same when the cell runs again. With it, a redefinition of another
   * cell's name gets a note.
   */
  readonly cell?: string;
  /** True where the caller updates stale outputs itself (by `stale` and `again`). Then no note lists them. */
  readonly live?: boolean;
  /** True where the outputs do not stay on the page. Then they never become stale. */
  readonly aside?: boolean;
  /**
   * True where the text is only checked. A table or definition that an interrupt cut short is then computed again by the next
   * text that reads it, so that no mistake is found in a part of a table.
   */
  readonly checks?: boolean;
  /** Explains one number of the text in place of the text's own outputs. */
  readonly explain?: Question;
}
