import type { Sweep } from "../../ast/ast.ts";
import type { Listing } from "../values/listing.ts";
import type { PartialSearch } from "../values/partialSearch.ts";
import type { Row, TableValue } from "../values/value.ts";
import type { TriedRows } from "./triedRows.ts";

/** Rows of a statement's table so far. If the run is interrupted, they become the table. */
export type PartialTable = TriedRows | PartialTables | PartialSearch;

/**
 * Inner tables so far of a statement that makes one for each of several combinations, in order. `done` are complete.
 */
export interface PartialTables {
  readonly kind: "tables";
  /**
   * Statement that makes each inner table. The rows of the unfinished inner table are stored under it in
   * `Context.making`.
   */
  readonly inner: Sweep;
  readonly done: { readonly table: TableValue; readonly all: Listing<Row> }[];
}

/** Rows so far of a statement's table. Where there are none, `begin` makes and stores them. */
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
