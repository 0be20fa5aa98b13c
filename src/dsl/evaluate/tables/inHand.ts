import type { SearchResult } from "../../../engine/search/searchPlans.ts";
import type { Sweep } from "../../ast.ts";
import type { Listing } from "../listing.ts";
import type { Row, TableValue } from "../value.ts";
import type { TriedRows } from "./triedRows.ts";

/** What there is of a statement's table while it is being filled: that much is left of it where the run is cut off. */
export type InHand = TriedRows | TablesInHand | SearchInHand;

/** A table of its own for each of some combinations, in their order: those that are done. */
export interface TablesInHand {
  readonly kind: "tables";
  /** What is left of the statement in each; the one under way is kept by it. */
  readonly inner: Sweep;
  readonly done: { readonly table: TableValue; readonly all: Listing<Row> }[];
}

/** A search over plans. */
export interface SearchInHand {
  readonly kind: "search";
  /** What it has found so far; null before its first look at a plan. Of bounds that it was cut off in nothing is known. */
  found: (() => Omit<SearchResult, "foreknown">) | null;
}

/** What there is of a statement's table, begun where there is nothing. */
export function inHand<Kind extends InHand["kind"]>(
  { making }: { readonly making: Map<Sweep, InHand> },
  statement: Sweep,
  kind: Kind,
  begin: () => Extract<InHand, { readonly kind: Kind }>,
): Extract<InHand, { readonly kind: Kind }> {
  const known = making.get(statement);
  if (known?.kind === kind) return known as Extract<InHand, { readonly kind: Kind }>;
  const made = begin();
  making.set(statement, made);
  return made;
}
