import type { Checked, CheckRequest, EditedText } from "../../lsp/index.ts";

/** Request to the evaluating thread. `turn` names the answer. */
export type ThreadRequest = { readonly turn: number } & (
  | { readonly kind: "check"; readonly request: CheckRequest }
  | { readonly kind: "report"; readonly request: CheckRequest }
  | { readonly kind: "inspect"; readonly at: EditedText & { readonly offset: number } }
);

export interface ThreadAnswer {
  readonly turn: number;
  readonly answer: Checked | string | null;
}

export interface ThreadData {
  /** Number in shared memory: the last request that is to be given up. */
  readonly stopped: Int32Array;
}
