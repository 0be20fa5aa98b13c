import type { Listing, Value } from "../../dsl/evaluate/index.ts";
import type { Written } from "./derivedText.ts";

/** A column of a displayed table: its title, unit, and value on every row. */
export interface ShownColumn {
  readonly title: string;
  /** Value on each row; null where the row has no results. */
  readonly values: Listing<Value | null>;
  readonly unit: string | undefined;
  /** Path of the result or field that the column shows, which `explain` takes; absent for other expressions. */
  readonly path?: string;
  /** Expression that is evaluated on each row; absent for columns that no expression makes. */
  readonly written?: Written;
  /** True for a column with remarks on the rows, such as why a row has no results. It is placed last. */
  readonly remark?: true;
}
