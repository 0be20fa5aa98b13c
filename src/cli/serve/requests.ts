import type { SearchRecord } from "../../session/index.ts";

/**
 * Requests of a program in another language (Python) and their answers: JSON, one object a line. Numbers are in base units.
 * Objects of the session, such as scenarios and tables, stay in this process. The program refers to them by number.
 */
export type Request = {
  readonly id: number;
  /** Numbers of objects that the program has no more use for. */
  readonly free?: readonly number[];
} & (
  | ({ readonly do: "open" } & OpenRequest)
  | { readonly do: "searches"; readonly session: number }
  | { readonly do: "close"; readonly session: number }
  | ({ readonly do: "run" } & RunRequest)
  | { readonly do: "names"; readonly session: number }
  | { readonly do: "read"; readonly session: number; readonly name: string }
  | { readonly do: "evaluate"; readonly session: number; readonly text: string; readonly name: string }
  | { readonly do: "bind"; readonly session: number; readonly name: string; readonly object: number }
  | { readonly do: "with"; readonly object: number; readonly changes: Readonly<Record<string, Plain>> }
  | { readonly do: "quantity"; readonly object: number; readonly path: string }
  | { readonly do: "breakdown"; readonly object: number; readonly path: "memory" | "time" | "params" }
  | { readonly do: "part"; readonly object: number; readonly name: "model" | "cluster" | "plan" | "comm" }
  | { readonly do: "row"; readonly object: number; readonly at: number }
  | { readonly do: "render"; readonly object: number; readonly as: Rendering }
  | { readonly do: "convert"; readonly value: number; readonly unit: string; readonly to: string }
);

export interface OpenRequest {
  /** Folder that imports start from. Default: the current folder. */
  readonly folder?: string;
  /** Part of every search over plans that this session evaluates. The request `searches` then gives the records. */
  readonly share?: { readonly index: number; readonly of: number };
  /** Records that sessions of other processes gave for their parts, a list for each. */
  readonly known?: readonly (readonly SearchRecord[])[];
}

export interface RunRequest {
  readonly session: number;
  readonly text: string;
  /** Name of the text in messages: a file's path, `cell [3]`. */
  readonly name: string;
  /** A file may not end with an expression; a cell may. The names of both stay in the session. */
  readonly mode: "file" | "cell";
  readonly overrides?: readonly string[];
}

export type Plain = number | string | boolean | null;

/** Form in which an object or the outputs of a run are rendered; `figures` are Plotly's data and layouts. */
export type Rendering = "text" | "html" | "markdown" | "latex" | "svg" | "bundles" | "figures";

/** A line that stops requests up to `id`. It is read while an evaluation is running. */
export interface Stop {
  readonly stop: number;
}

export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: Failure };

export interface Failure {
  /** `value`: the program asked for what is not there or is wrong. `request`: a malformed request. `bug`: an error of ours. */
  readonly kind: "value" | "request" | "bug";
  readonly message: string;
  /** Diagnostics with their code frames, as the command prints them. */
  readonly text: string;
  readonly diagnostics: readonly unknown[];
}
