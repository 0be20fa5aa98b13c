import type { Token } from "../text/scan.ts";
import { clauseKeywords } from "../text/words.ts";

/**
 * Words that may follow a number where a unit may follow too, such as `per` in `keep 4 per cluster.nodes`. They are not
 * units.
 */
const GOES_ON: ReadonlySet<string> = new Set([...clauseKeywords.keys(), "per", "on", "with"]);

/**
 * Part of a unit that is typed before `offset` (marked `|`): `80 G|`, `80G|`, `x as G|`, `400 Gb/|`. Null where no unit
 * can stand. `last` is the token that ends there.
 */
export function unitBefore(
  last: Token | undefined,
  text: string,
  offset: number,
): { readonly start: number; readonly prefix: string } | null {
  if (last?.kind === "comment") return null;
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const begun =
    /(?:(?<![\w.])\$?\d[\d_]*(?:\.\d[\d_]*)?(?:[KMGTPE]i?|B)?|(?<=[\w)\]]\s+)as) +([A-Za-z$%][\w/$-]*)?$/.exec(
      line,
    );
  const touching = /(?<![\w.])\d[\d_]*(?:\.\d[\d_]*)?([A-Za-z][\w/$-]*)$/.exec(line);
  const prefix = begun ? (begun[1] ?? "") : touching?.[1];
  if (prefix === undefined || GOES_ON.has(prefix)) return null;
  return { start: offset - prefix.length, prefix };
}
