import type { Checked, CheckRequest, EditedText } from "../../lsp/index.ts";

/** Texts of a workspace that changed, by address; null for a file that is gone. */
export type Changes = Readonly<Record<string, string | null>>;

/** Workspace of an editor: the addresses of its folders, and the texts of its files by address. */
export interface Workspace {
  readonly folders: readonly string[];
  readonly texts: Changes;
}

/** First message to the language server's worker, before those of the protocol. */
export interface Opening {
  readonly kind: "dtp-workspace";
  readonly workspace: Workspace;
}

/** Message to an evaluating worker. `turn` names the answer. */
export type ToEvaluation =
  | { readonly kind: "workspace"; readonly workspace: Workspace }
  | { readonly kind: "check" | "report"; readonly turn: number; readonly request: CheckRequest }
  | {
      readonly kind: "inspect";
      readonly turn: number;
      readonly at: EditedText & { readonly offset: number };
    };

export interface FromEvaluation {
  readonly turn: number;
  readonly answer: Checked | string | null;
}

/** Notification of the editor with files that changed. */
export const FILES = "dtp/files";
/** Request of the editor for a text of the library, by its address. */
export const LIBRARY_TEXT = "dtp/libraryText";
