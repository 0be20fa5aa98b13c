import type { Completions, QuickInfo } from "../core/evaluation/tsSide.ts";
import type { Position } from "./sourceMaps.ts";

/**
 * Converter of TypeScript cells to JavaScript. It is the only interface to tslab: its converter, loaded from
 * a path that the package does not guarantee, and its copy of TypeScript. `test/kernel/ts/converter.test.ts`
 * is the contract. tslab's settings are changed: only Node's types are loaded, files are checked when a cell
 * runs instead of watched, source maps are kept, and loops can be stopped.
 */
export interface Converter {
  /**
   * Converts a cell to JavaScript. `declarations` are TypeScript declarations of the names that earlier cells
   * have defined.
   */
  convert(declarations: string, source: string): Converted;
  complete(declarations: string, source: string, offset: number): Completions;
  /** Hover information on the word at an offset. null without any. */
  inspect(declarations: string, source: string, offset: number): QuickInfo | null;
  /**
   * Answer to a console: `completed` is true where the text can run now, and false where more lines must
   * follow.
   */
  isComplete(source: string): { readonly completed: boolean; readonly indent: string };
}

export type Converted =
  | { readonly kind: "wrong"; readonly mistakes: readonly Mistake[] }
  | {
      readonly kind: "converted";
      /** JavaScript of the cell: the body of a function with the parameters `exports` and `require`. */
      readonly code: string;
      /** TypeScript declarations of this cell's names and earlier cells', for converting later cells. */
      readonly declarations: string;
      /** Names that the cell's source itself declares. */
      readonly declared: ReadonlySet<string>;
      /** Name of the export that holds the value of the cell's last expression. null without one. */
      readonly last: string | null;
      readonly awaits: boolean;
      /** Project files that the source imports, converted to CommonJS, by path. */
      readonly files: ReadonlyMap<string, string>;
      /**
       * Position in the source for a position in `code`, lines and columns from 0. null for code that the
       * converter added.
       */
      original(place: Position): Position | null;
    };

export interface Mistake {
  readonly code: number;
  readonly message: string;
  /** Offsets of the mistake in the cell's source. null for a mistake in another file. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly file: string | null;
}
