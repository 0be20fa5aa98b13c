import { editDistance } from "../../units/index.ts";

/**
 * The candidate that was most likely meant, or null. Case costs little. One slip is allowed in words of three to five
 * letters, two in longer ones, three from ten on; a word that starts a candidate (`micro` for `micro_batch`) counts
 * as meant if it is the only one.
 */
export function suggest(word: string, candidates: Iterable<string>): string | null {
  const lower = word.toLowerCase();
  const limit = word.length < 3 ? 0 : word.length < 6 ? 1 : word.length < 10 ? 2 : 3;
  let best: string | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  const beginnings: string[] = [];
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const other = candidate.toLowerCase();
    if (word.length >= 3 && (other.startsWith(lower) || lower.startsWith(`${other}_`)))
      beginnings.push(candidate);
    if (Math.abs(other.length - lower.length) > limit) continue;
    const distance = editDistance(lower, other);
    if (distance > limit) continue;
    // Equal but for case wins; among equals the first letter counts, then written order.
    const score = distance + (other[0] === lower[0] ? 0 : 0.5);
    if (score < bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best ?? (beginnings.length === 1 ? (beginnings[0] ?? null) : null);
}
