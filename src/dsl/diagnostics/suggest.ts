import { editDistance } from "../../units/index.ts";

/**
 * The candidate that was most likely meant, or null. A difference in case counts little. One typo is allowed in words
 * of three to five letters, two in longer ones, three from ten letters on. A word that starts exactly one candidate
 * (`micro` for `micro_batch`) means that candidate.
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
    // A difference only in case wins. Among equals an equal first letter wins, then written order.
    const score = distance + (other[0] === lower[0] ? 0 : 0.5);
    if (score < bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best ?? (beginnings.length === 1 ? (beginnings[0] ?? null) : null);
}
