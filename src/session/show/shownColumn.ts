import type { Listing, Value } from "../../dsl/evaluate/index.ts";

/** A column of a table: its title, and its value on every row. */
export interface ShownColumn {
  readonly title: string;
  /** Null where a row has no answer. */
  readonly values: Listing<Value | null>;
  readonly unit: string | undefined;
  /** Says something about its row, and stands behind the columns that were asked for. */
  readonly remark?: true;
}
