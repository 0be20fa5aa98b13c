import type { Expr, Source } from "../../ast/ast.ts";
import type { Context } from "./context.ts";
import type { Listing } from "./listing.ts";
import type { RecordValue, Value } from "./value.ts";

/** Names that an expression can read. A scope belongs to one source text, to which the spans of its expressions refer. */
export interface Scope {
  readonly source: Source;
  /** Value of a name; undefined where there is no such name. */
  find(context: Context, name: string): Value | undefined;
  /** All names of the scope, for did-you-mean. */
  names(context: Context): Iterable<string>;
  /** The innermost record whose field is being evaluated; null outside a record. */
  readonly record: RecordValue | null;
  /** All rows of a table in the scope of its columns, for `first(column)` and similar functions. */
  readonly rows?: Rows | undefined;
  /** Value of an expression on a table's row, if another row with the same settings already has it. */
  known?(context: Context, expr: Expr): Value | undefined;
}

/** Scopes of a table's rows. A column is evaluated over them once. */
export interface Rows {
  readonly scopes: Listing<Scope>;
  readonly columns: Map<Expr, Value>;
}
