import type { Share } from "../../../engine/search/share.ts";
import type { Contender } from "../../../engine/search/standing.ts";
import type { Skipped } from "./value.ts";

/** The result of one part of a search over plans: plain data, enough to complete the search elsewhere. */
export interface SearchRecord {
  /** Equal for equal searches, whatever their program calls them. */
  readonly key: string;
  readonly label: string;
  readonly total: number;
  readonly keep: number;
  /** True where a Pareto front was sought. */
  readonly front: boolean;
  /** The best of the part, by their places among all candidates. */
  readonly best: readonly Contender[];
  /** Refusals that are the same in every part. */
  readonly refused: readonly Skipped[];
  /** Interrupted: there may be better ones. */
  readonly partial: boolean;
}

/** Division of a session's searches between several processes. */
export interface SharedSearches {
  /** The part of each search that this process evaluates; null for all of it. */
  readonly share: Share | null;
  /** Result of a search that another process has completed; null for others. */
  known(key: string): SearchRecord | null;
  found(record: SearchRecord): void;
}
