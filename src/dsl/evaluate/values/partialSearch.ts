import type { SearchResult } from "../../../engine/search/search.ts";

/** Intermediate result of a search over plans that is still running. */
export interface PartialSearch {
  readonly kind: "search";
  /**
   * Returns the result of the search so far; null before the first plan was visited. The result lacks `planChecks`,
   * because an interrupt can leave them incomplete.
   */
  found: (() => Omit<SearchResult, "planChecks">) | null;
}
