import type { Item } from "./item.ts";

/**
 * Items that match a prefix, without duplicates. Items that begin with the prefix come first, similar ones after them,
 * each in the given order.
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
 * Similarity of a text to a prefix. 0: begins with it; 1: begins with it in other case; 2: a later word or the initials
 * (`mb`) begin with it; 3: contains its letters in order; null: none.
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
