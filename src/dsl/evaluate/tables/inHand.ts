import type { Sweep } from "../../ast.ts";
import type { Listing } from "../values/listing.ts";
import type { SearchInHand } from "../values/searchInHand.ts";
import type { Row, TableValue } from "../values/value.ts";
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

/** What there is of a statement's table, begun where there is nothing. */
export function inHand<Kind extends InHand["kind"]>(
  { making }: { readonly making: Map<Sweep, { readonly kind: string }> },
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
