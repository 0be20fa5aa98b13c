import type { Sweep } from "../../ast/ast.ts";
import type { Listing } from "../values/listing.ts";
import type { PartialSearch } from "../values/partialSearch.ts";
import type { Row, TableValue } from "../values/value.ts";
import type { TriedRows } from "./triedRows.ts";

/** Rows of a statement's table that were made so far. If the run is interrupted, the table consists of them. */
export type PartialTable = TriedRows | PartialTables | PartialSearch;

/**
 * Inner tables made so far, for a statement that makes one inner table for each of several combinations. `done` lists
 * the complete ones in order.
 */
export interface PartialTables {
  readonly kind: "tables";
  /**
   * Statement that makes each inner table. It is the key in `Context.making` of the rows of the unfinished inner table.
   */
  readonly inner: Sweep;
  readonly done: { readonly table: TableValue; readonly all: Listing<Row> }[];
}

/**
 * Returns the rows of a statement's table that were made so far. Where there are none, `begin` makes an empty record,
 * which is stored for the statement.
 */
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
