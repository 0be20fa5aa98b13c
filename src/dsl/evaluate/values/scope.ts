import type { Expr, Source } from "../../ast/ast.ts";
import type { Context } from "./context.ts";
import type { Listing } from "./listing.ts";
import type { RecordValue, Value } from "./value.ts";

/**
 * Names that an expression can read, with their values. A scope belongs to one source text; places of the expression
 * are places in this text.
 */
export interface Scope {
  readonly source: Source;
  /** Value of a name; undefined where the scope does not define it. */
  find(context: Context, name: string): Value | undefined;
  /** All names of the scope, from which an error suggests the nearest. */
  names(context: Context): Iterable<string>;
  /** Innermost record whose field is being evaluated; null outside a record. */
  readonly record: RecordValue | null;
  /**
   * Rows of the table whose column is being evaluated, which functions such as `first(column)` read; undefined outside
   * a table.
   */
  readonly rows?: Rows | undefined;
  /** Value of an expression on the scope's table row, if the table's memo has it; otherwise undefined. */
  known?(context: Context, expr: Expr): Value | undefined;
}

/**
 * Scopes of all rows of a table, for functions such as `first(column)`. `columns` memoises the list of values that such
 * a function's argument has over the rows.
 */
export interface Rows {
  readonly scopes: Listing<Scope>;
  readonly columns: Map<Expr, Value>;
}
