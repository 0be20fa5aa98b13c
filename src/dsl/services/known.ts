import type { DefinitionKind } from "../ast.ts";

/** What a name stands for, as far as the services care. */
export type NameKind = DefinitionKind | "scenario" | "table" | "value";

export interface KnownName {
  readonly name: string;
  readonly kind: NameKind;
  /** One line: "model, 96 layers" or the definition's doc comment. */
  readonly detail: string;
  /** Its value in one line, where it has one that is worth a line. */
  readonly value?: string;
  /** Where it was defined: `cell [3]`, `std/devices`. */
  readonly from?: string;
  readonly cite?: string;
  /** Of a table: what can be named in its rows. */
  readonly columns?: readonly { readonly name: string; readonly detail: string }[];
}

/** What the services must be told: names of earlier cells and of the library, and the engine's results. */
export interface Known {
  readonly names: readonly KnownName[];
  /** Results of a scenario: path after it (`memory.peak`), unit, sentence. */
  readonly outputs: readonly { readonly path: string; readonly unit?: string; readonly doc: string }[];
  /** Those of `outputs` that a model alone has. */
  readonly modelOutputs: readonly string[];
  /** Results of a queue. */
  readonly queueOutputs: readonly { readonly path: string; readonly unit?: string; readonly doc: string }[];
  /** Modules that can be imported. */
  readonly modules: readonly string[];
  /** The columns of a file of rows; null for any other module. */
  columns(module: string): readonly string[] | null;
  /** Names that a module defines. */
  exports(module: string): readonly KnownName[];
}
