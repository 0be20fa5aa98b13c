import type { SearchResult } from "../../../engine/search/searchPlans.ts";

/** A search over plans. */
export interface SearchInHand {
  readonly kind: "search";
  /** What it has found so far; null before its first look at a plan. Of bounds that it was cut off in nothing is known. */
  found: (() => Omit<SearchResult, "foreknown">) | null;
}
