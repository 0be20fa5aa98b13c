import type { Decisions } from "./decisions.ts";
import type { Objectives } from "./objectives.ts";
import type { Search } from "./search.ts";
import type { SearchBounds } from "./searchBounds.ts";
import type { Standing } from "./standing.ts";
import type { Walk } from "./walk.ts";

/** A search in progress: its request, the order of its candidates, their bounds, the best so far, and what is decided. */
export interface SearchState {
  readonly search: Search;
  readonly walk: Walk;
  readonly bounds: SearchBounds;
  readonly objectives: Objectives;
  readonly standing: Standing;
  readonly decisions: Decisions;
}
