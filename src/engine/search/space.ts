import type { Candidates } from "./candidates.ts";
import { FieldIds } from "./fieldIds.ts";

/** Candidates of a search and the numbers of their fields, shared by all memos of the search. */
export interface Space {
  readonly candidates: Candidates;
  readonly ids: FieldIds;
}

export function spaceOf(candidates: Candidates): Space {
  return { candidates, ids: new FieldIds(candidates) };
}
