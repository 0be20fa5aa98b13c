import type { Share } from "../../../engine/search/share.ts";
import type { Contender } from "../../../engine/search/standing.ts";
import type { Skipped } from "./value.ts";

/**
 * Result of one process's part of a search over plans, as plain data from which another process can complete the
 * search.
 */
export interface SearchRecord {
  /** Text that identifies the search. It is equal for equal searches, whatever name their program gives them. */
  readonly key: string;
  readonly label: string;
  readonly total: number;
  readonly keep: number;
  /** True for a search of a Pareto front (several objectives). */
  readonly front: boolean;
  /** Best plans of the part, each with its place among all candidates. */
  readonly best: readonly Contender[];
  /** Counts of the invalid candidates by reason, over all parts of the search. Every part has the same counts. */
  readonly refused: readonly Skipped[];
  /** True where the part was interrupted, so that better plans may exist. */
  readonly partial: boolean;
}

/** Division of a session's searches between several processes. */
export interface SharedSearches {
  /** Part of each search that this process evaluates; null where it evaluates all of it. */
  readonly share: Share | null;
  /** Result of a search that another process has completed; null for a search without one. */
  known(key: string): SearchRecord | null;
  found(record: SearchRecord): void;
}
