import type { DefinitionKind } from "../../ast/ast.ts";

/** Kind of value that a name stands for. */
export type NameKind = DefinitionKind | "scenario" | "table" | "value";

export interface KnownName {
  readonly name: string;
  readonly kind: NameKind;
  /** One line: "model, 96 layers", or the definition's doc comment. */
  readonly detail: string;
  /** Value in one line, if one line is enough. */
  readonly value?: string;
  /** Origin of the definition: `cell [3]`, `std/devices`. */
  readonly from?: string;
  readonly cite?: string;
  /** Columns of a table, which its rows' expressions can name. */
  readonly columns?: readonly { readonly name: string; readonly detail: string }[];
}

/** Names and results that the language services know: those of earlier cells, of the library, and of the engine. */
export interface Known {
  readonly names: readonly KnownName[];
  /** Results of a scenario: path (`memory.peak`), unit and documentation. */
  readonly outputs: readonly { readonly path: string; readonly unit?: string; readonly doc: string }[];
  /** Paths among `outputs` that a model without a scenario has. */
  readonly modelOutputs: readonly string[];
  /** Results of a queue: path, unit and documentation. */
  readonly queueOutputs: readonly { readonly path: string; readonly unit?: string; readonly doc: string }[];
  /** Paths of modules that can be imported. */
  readonly modules: readonly string[];
  /** Columns of a data file; null for any other module. */
  columns(module: string): readonly string[] | null;
  /** Names that a module defines. */
  exports(module: string): readonly KnownName[];
}
