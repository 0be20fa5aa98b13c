import type { DefinitionKind } from "../../ast/ast.ts";

/** Kind of value that a name stands for, as far as the text shows it. */
export type NameKind = DefinitionKind | "scenario" | "table" | "function" | "value";

export interface KnownName {
  readonly name: string;
  readonly kind: NameKind;
  /** One line on the name: "model, 96 layers", or the definition's doc comment. */
  readonly detail: string;
  /** Value of the name in one line; absent for a longer value. */
  readonly value?: string;
  /** Cell or module that defines the name: `cell [3]`, `std/devices`. */
  readonly from?: string;
  readonly cite?: string;
  /** A function with its parameters: `per_token(s, share)`. */
  readonly signature?: string;
  /** Columns of a table, whose names expressions on its rows can read. */
  readonly columns?: readonly { readonly name: string; readonly detail: string }[];
}

/** Names and results from outside a text: names of earlier cells and of the library, results of the engine. */
export interface Known {
  readonly names: readonly KnownName[];
  /** Results that a scenario has, with their paths (`memory.peak`), units and documentation. */
  readonly outputs: readonly { readonly path: string; readonly unit?: string; readonly doc: string }[];
  /** Paths of those results among `outputs` that a model has without a scenario (`params`). */
  readonly modelOutputs: readonly string[];
  /** Results that a queue or a run has, with their paths, units and documentation. */
  readonly groupOutputs: Readonly<
    Record<
      "queue" | "run",
      readonly { readonly path: string; readonly unit?: string; readonly doc: string }[]
    >
  >;
  /** Paths of modules that can be imported. */
  readonly modules: readonly string[];
  /** Names of the columns of a module that is a data file; null for any other module. */
  columns(module: string): readonly string[] | null;
  /** Names that a module defines and an import can take from it. */
  exports(module: string): readonly KnownName[];
}
