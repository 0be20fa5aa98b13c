import type { Sweep } from "../../ast/ast.ts";
import type { Listing } from "../values/listing.ts";
import type { PartialSearch } from "../values/partialSearch.ts";
import type { Row, TableValue } from "../values/value.ts";
import type { TriedRows } from "./triedRows.ts";

/** Table of a statement under construction. If the run is cut off, it holds the rows so far. */
export type PartialTable = TriedRows | PartialTables | PartialSearch;

/** Tables of a statement that makes one for each of several combinations: those that are complete, in order. */
export interface PartialTables {
  readonly kind: "tables";
  /** Statement of each inner table. The unfinished inner table is stored under it. */
  readonly inner: Sweep;
  readonly done: { readonly table: TableValue; readonly all: Listing<Row> }[];
}

/** Table of a statement under construction. Calls `begin` where there is none yet. */
export function partialTable<Kind extends PartialTable["kind"]>(
  { making }: { readonly making: Map<Sweep, { readonly kind: string }> },
  statement: Sweep,
  kind: Kind,
  begin: () => Extract<PartialTable, { readonly kind: Kind }>,
): Extract<PartialTable, { readonly kind: Kind }> {
  const known = making.get(statement);
  if (known?.kind === kind) return known as Extract<PartialTable, { readonly kind: Kind }>;
  const made = begin();
  making.set(statement, made);
  return made;
}
