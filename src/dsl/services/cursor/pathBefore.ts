import type { KnownName } from "../text/known.ts";
import type { Token } from "../text/scan.ts";
import { partner } from "./brackets.ts";

/** Placeholder in a path for a scenario in brackets, which has no name: `(a on b with c).memory`. */
export const SCENARIO = "(scenario)";

/** Names of the dotted path `a.b.` that ends directly before the token `at`, in written order. */
export function pathBefore(
  tokens: readonly Token[],
  at: number,
  names: ReadonlyMap<string, KnownName>,
): readonly string[] {
  const path: string[] = [];
  let i = at - 1;
  for (; i >= 1 && tokens[i]?.text === "." && tokens[i - 1]?.kind === "word"; i -= 2) {
    path.unshift(tokens[i - 1]?.text ?? "");
  }
  if (tokens[i]?.text === "." && tokens[i - 1]?.text === ")") {
    const open = partner(tokens, i - 1);
    const inner = tokens.slice(open + 1, i - 1).filter((token) => token.kind === "word");
    const first = inner[0]?.text ?? "";
    const isScenario = inner.some((token) => token.text === "on") || names.get(first)?.kind === "scenario";
    path.unshift(isScenario ? SCENARIO : first);
  }
  return path;
}
