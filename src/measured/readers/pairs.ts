/**
 * Pairs of a line `a: 1 | b: 2` or `a=1 | b=2`, by names in lower case with blanks for underscores. Fields appear and
 * vanish between versions, so their positions mean nothing.
 */
export function pairsOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split("|")) {
    const pair = /^\s*(\S[^:=]*?)\s*[:=]\s*(.*?)\s*$/.exec(part);
    if (pair) found.set((pair[1] ?? "").toLowerCase().replaceAll("_", " "), pair[2] ?? "");
  }
  return found;
}
