import { SourceMap, type SourceMapPayload } from "node:module";

/** Position in a text, lines and columns from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Source maps of a two-step conversion: TypeScript to a module, the module to CommonJS. */
export interface SourceMaps {
  clear(): void;
  /**
   * Stores the source maps of one file, taken from the texts of both steps, and returns the second text
   * without its map.
   */
  keep(first: string, second: string, secondMap: string): string;
  /**
   * Function that maps a position in the second step's text to the source. It returns null for code without a
   * source position.
   */
  reader(second: string): (place: Position) => Position | null;
}

const COMMENT = /\n?\/\/# sourceMappingURL=(\S*)\s*$/;

export function sourceMaps(prefixLines: number): SourceMaps {
  const kept = new Map<string, { readonly first: string; readonly second: string }>();
  return {
    clear: () => kept.clear(),
    keep(first, second, secondMap) {
      const text = second.replace(/\n?\/\/# sourceMappingURL=\S*(?=\s|$)/g, "");
      const encoded = /base64,(.*)$/.exec(COMMENT.exec(first)?.[1] ?? "")?.[1] ?? "";
      kept.set(text, { first: Buffer.from(encoded, "base64").toString("utf8"), second: secondMap });
      return text;
    },
    reader(second) {
      const maps = kept.get(second);
      if (!maps) return () => null;
      let chain: readonly SourceMap[] | null = null;
      return (place) => {
        // Maps are parsed on the first error only.
        chain ??= [parsed(maps.second), parsed(maps.first)];
        let at: Position | null = place;
        for (const map of chain) at = at && originalIn(map, at);
        return at && at.line >= prefixLines ? { line: at.line - prefixLines, column: at.column } : null;
      };
    },
  };
}

function parsed(text: string): SourceMap {
  return new SourceMap(JSON.parse(text) as SourceMapPayload);
}

function originalIn(map: SourceMap, { line, column }: Position): Position | null {
  const found = map.findEntry(line, column);
  return "originalLine" in found ? { line: found.originalLine, column: found.originalColumn } : null;
}
