import type { Document } from "../../report/index.ts";

/** Output of one `show`, `plot`, `explain`, `expect` or `control`, or of a cell's last bare expression. */
export interface Output {
  readonly kind: "show" | "plot" | "explain" | "expect" | "control" | "note";
  readonly document: Document;
  /** Line of the statement in its source text, from 1. */
  readonly line: number;
  /** The document's content as data in base units (`dtp run --json`). */
  readonly data: unknown;
  /**
   * True for a cell's last bare expression. The kernel sends it as `execute_result`, all other outputs as
   * `display_data`.
   */
  readonly result?: boolean;
}
