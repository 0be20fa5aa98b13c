import type { Position } from "./sourceMaps.ts";

/**
 * The one place that knows tslab: its converter, loaded from a path that its package does not promise, and its copy of
 * TypeScript. `test/kernel/ts/converter.test.ts` is the contract. tslab's own settings are changed on the way in: only Node's types
 * are loaded, files are looked at when a cell runs instead of watched, source maps are kept, loops can be stopped.
 */
export interface Converter {
  /** `declarations` are those of earlier cells. */
  convert(declarations: string, source: string): Converted;
  complete(declarations: string, source: string, offset: number): Completions;
  /** Null where there is nothing to say. */
  inspect(declarations: string, source: string, offset: number): QuickInfo | null;
  /** Whether a console should run the text now, or wait for more. */
  isComplete(source: string): { readonly completed: boolean; readonly indent: string };
}

export type Converted =
  | { readonly kind: "wrong"; readonly mistakes: readonly Mistake[] }
  | {
      readonly kind: "converted";
      /** The body of a function of `exports` and `require`. */
      readonly code: string;
      /** What later cells see of this one and of those before it. */
      readonly declarations: string;
      /** The names that the source itself declares. */
      readonly declared: ReadonlySet<string>;
      /** The export that holds the value of the last expression. */
      readonly last: string | null;
      readonly awaits: boolean;
      /** Of files that the source imports: path → CommonJS. */
      readonly files: ReadonlyMap<string, string>;
      /** Where a place of `code` comes from in the source, lines and columns from 0; null for what the converter added. */
      original(place: Position): Position | null;
    };

export interface Mistake {
  readonly code: number;
  readonly message: string;
  /** Offsets in the source; null for a mistake in another file. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly file: string | null;
}

export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly { readonly text: string; readonly kind: string }[];
}

export interface QuickInfo {
  readonly signature: string;
  readonly doc: string;
}
