import type { SearchResult } from "../../../engine/search/search.ts";

/** Search over plans in progress. */
export interface PartialSearch {
  readonly kind: "search";
  /**
   * Returns the result so far; null before the first plan was visited. Bounds are left out, because they may be cut off while they
   * are computed.
   */
  found: (() => Omit<SearchResult, "planChecks">) | null;
}
