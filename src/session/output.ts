import type { Document } from "../report/index.ts";

/** What a statement printed. One per `show`, `plot`, `explain`, `expect`, or a cell's last expression. */
export interface Output {
  readonly kind: "show" | "plot" | "explain" | "expect" | "note";
  readonly document: Document;
  /** The statement's line (1-based) in its source. */
  readonly line: number;
  /** The same as data, base units (`dtp run --json`). */
  readonly data: unknown;
  /** True for a cell's last bare expression: the kernel answers it as `execute_result`, all else as `display_data`. */
  readonly result?: boolean;
}
