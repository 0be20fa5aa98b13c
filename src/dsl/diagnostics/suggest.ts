import { editDistance } from "../../units/index.ts";

/**
 * Candidate that the user most likely meant by a misspelt word, or null. Upper and lower case hardly matter. One typo
 * is allowed in words of three to five letters, two in longer ones, three from ten letters on. A word that starts
 * exactly one candidate (`micro` for `micro_batch`) means that candidate.
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
    // A candidate that differs only in case wins. Among candidates with equally many typos, one with the same first
    // letter wins, then the first in written order.
    const score = distance + (other[0] === lower[0] ? 0 : 0.5);
    if (score < bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best ?? (beginnings.length === 1 ? (beginnings[0] ?? null) : null);
}
