import type { Share } from "../../../engine/search/share.ts";
import type { Contender } from "../../../engine/search/standing.ts";
import type { Skipped } from "./value.ts";

/**
 * Result of one process's part of a search over plans. The record is plain data, from which another process can
 * complete the search.
 */
export interface SearchRecord {
  /** Text that identifies the search. Equal searches have equal texts, even under different names in their programs. */
  readonly key: string;
  readonly label: string;
  readonly total: number;
  readonly keep: number;
  /** True for a search of a Pareto front (several objectives). */
  readonly front: boolean;
  /** Best plans of this part of the search, each with its place among all candidates. */
  readonly best: readonly Contender[];
  /** Counts of invalid candidates by reason, over the whole search. Every part has equal counts. */
  readonly refused: readonly Skipped[];
  /** True where an interrupt stopped this part of the search, so that better plans may exist. */
  readonly partial: boolean;
}

/** Division of a session's searches between several processes. */
export interface SharedSearches {
  /** Part of each search that this process evaluates; null where this process evaluates whole searches. */
  readonly share: Share | null;
  /** Result of a search that another process has completed, by the text that identifies the search; null for none. */
  known(key: string): SearchRecord | null;
  found(record: SearchRecord): void;
}
