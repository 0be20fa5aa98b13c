import type { Expr, Source } from "../../ast.ts";
import type { Context } from "./context.ts";
import type { Listing } from "./listing.ts";
import type { RecordValue, Value } from "./value.ts";

/** Where a name is looked up. A scope belongs to one source text, in which its expressions' spans count. */
export interface Scope {
  readonly source: Source;
  /** Undefined when there is no such name. */
  find(context: Context, name: string): Value | undefined;
  /** For did-you-mean. */
  names(context: Context): Iterable<string>;
  /** The record whose field is being evaluated, innermost. */
  readonly record: RecordValue | null;
  /** In a table's column: all its rows, for `first(column)` and the like. */
  readonly rows?: Rows | undefined;
  /** On a table's row: the value of an expression that was worked out for another row already. */
  known?(context: Context, expr: Expr): Value | undefined;
}

/** A table's rows as scopes; a column is evaluated over them once. */
export interface Rows {
  readonly scopes: Listing<Scope>;
  readonly columns: Map<Expr, Value>;
}
