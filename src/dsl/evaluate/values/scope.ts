import type { Expr, Source } from "../../ast/ast.ts";
import type { Context } from "./context.ts";
import type { Listing } from "./listing.ts";
import type { RecordValue, Value } from "./value.ts";

/** Names that an expression can read. A scope belongs to one source text, in which the expression's places are. */
export interface Scope {
  readonly source: Source;
  /** Value of a name; undefined where the scope does not define it. */
  find(context: Context, name: string): Value | undefined;
  /** All names of the scope, for did-you-mean. */
  names(context: Context): Iterable<string>;
  /** The innermost record whose field is being evaluated; null outside a record. */
  readonly record: RecordValue | null;
  /**
   * All rows of the table whose column is being evaluated, for functions such as `first(column)`; undefined outside a
   * table.
   */
  readonly rows?: Rows | undefined;
  /** Value of an expression on a table's row where the table's memo has it; undefined otherwise. */
  known?(context: Context, expr: Expr): Value | undefined;
}

/**
 * Scopes of all rows of a table, for functions such as `first(column)`. `columns` memoises each argument's values over
 * the rows.
 */
export interface Rows {
  readonly scopes: Listing<Scope>;
  readonly columns: Map<Expr, Value>;
}
