import type { SearchResult } from "../../../engine/search/search.ts";

/** Intermediate result of a search over plans that is still running. */
export interface PartialSearch {
  readonly kind: "search";
  /**
   * Returns the result so far; null before the first plan was visited. `planChecks` is missing, because an interrupt
   * can leave it incomplete.
   */
  found: (() => Omit<SearchResult, "planChecks">) | null;
}
