import type { Item } from "./item.ts";

/**
 * Items that match a prefix, without duplicates. Items that begin with the prefix come first, then less similar ones.
 * Equally similar items stay in the given order.
 */
export function matching(items: readonly Item[], prefix: string): readonly Item[] {
  const seen = new Set<string>();
  const tiers: Item[][] = [[], [], [], []];
  for (const item of items) {
    if (seen.has(item.text)) continue;
    const tier = likeness(item.text, prefix);
    if (tier === null) continue;
    seen.add(item.text);
    tiers[tier]?.push(item);
  }
  return tiers.flat();
}

/**
 * Class of similarity between a text and a prefix. 0: the text begins with the prefix. 1: it does if case is ignored.
 * 2: a later word of the text, or the initials of its words (`mb`), begin with the prefix. 3: the text contains the
 * prefix's letters in order. Null: not similar.
 */
function likeness(text: string, prefix: string): 0 | 1 | 2 | 3 | null {
  if (text.startsWith(prefix)) return 0;
  const lower = prefix.toLowerCase();
  const other = text.toLowerCase();
  if (other.startsWith(lower)) return 1;
  if (lower.length < 2) return null;
  const words = other.split(/[^a-z0-9]+/);
  if (words.slice(1).some((word) => word.startsWith(lower))) return 2;
  if (
    words.length > 1 &&
    words
      .map((word) => word.charAt(0))
      .join("")
      .startsWith(lower)
  )
    return 2;
  if (lower.length < 3 || other[0] !== lower[0]) return null;
  let at = 0;
  for (const letter of other) if (letter === lower[at]) at++;
  return at === lower.length ? 3 : null;
}
