import type { Candidates } from "./candidates.ts";
import { FieldIds } from "./fieldIds.ts";

/** The candidates of a search and their fields as numbers, shared by all memos of the search. */
export interface Space {
  readonly candidates: Candidates;
  readonly ids: FieldIds;
}

export function spaceOf(candidates: Candidates): Space {
  return { candidates, ids: new FieldIds(candidates) };
}
