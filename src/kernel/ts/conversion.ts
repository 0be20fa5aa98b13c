import type { Completions, QuickInfo } from "../evaluation/tsSide.ts";
import type { Position } from "./sourceMaps.ts";

/**
 * TypeScript converter. It is the only interface to tslab: its converter, loaded from a path that the package
 * does not guarantee, and its copy of TypeScript. `test/kernel/ts/converter.test.ts` is the contract. tslab's
 * settings are changed: only Node's types are loaded, files are checked when a cell runs instead of watched,
 * source maps are kept, and loops can be stopped.
 */
export interface Converter {
  /** Converts a cell. `declarations` are those of earlier cells. */
  convert(declarations: string, source: string): Converted;
  complete(declarations: string, source: string, offset: number): Completions;
  /** Hover information. null without any. */
  inspect(declarations: string, source: string, offset: number): QuickInfo | null;
  /** True (`completed`) where a console should run the text now, instead of waiting for more. */
  isComplete(source: string): { readonly completed: boolean; readonly indent: string };
}

export type Converted =
  | { readonly kind: "wrong"; readonly mistakes: readonly Mistake[] }
  | {
      readonly kind: "converted";
      /** Body of a function of `exports` and `require`. */
      readonly code: string;
      /** Declarations of this cell and of earlier ones, for later cells. */
      readonly declarations: string;
      /** Names that the source itself declares. */
      readonly declared: ReadonlySet<string>;
      /** Export with the value of the last expression. null without one. */
      readonly last: string | null;
      readonly awaits: boolean;
      /** Converted files that the source imports: path → CommonJS. */
      readonly files: ReadonlyMap<string, string>;
      /**
       * Source position of a position in `code`, lines and columns from 0. null for code that the converter
       * added.
       */
      original(place: Position): Position | null;
    };

export interface Mistake {
  readonly code: number;
  readonly message: string;
  /** Offsets in the source. null for a mistake in another file. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly file: string | null;
}
