import type { Share } from "../../../engine/search/share.ts";
import type { Contender } from "../../../engine/search/standing.ts";
import type { Skipped } from "./value.ts";

/** What one part of a search over plans found: all that it takes to end the search elsewhere. Plain data. */
export interface SearchRecord {
  /** Equal for equal searches, whatever their program calls them. */
  readonly key: string;
  readonly label: string;
  readonly total: number;
  readonly keep: number;
  /** Whether a front was sought. */
  readonly front: boolean;
  /** The best of the part, by their places among all candidates. */
  readonly best: readonly Contender[];
  /** What is refused however a search goes: the same in every part. */
  readonly refused: readonly Skipped[];
  /** Interrupted: there may be better ones. */
  readonly partial: boolean;
}

/** How a session shares searches with others. */
export interface SharedSearches {
  /** The part of each search that is worked out here; null for all of it. */
  readonly share: Share | null;
  /** Searches that are known already. */
  known(key: string): SearchRecord | null;
  found(record: SearchRecord): void;
}
