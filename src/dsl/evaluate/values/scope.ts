import type { Expr, Source } from "../../ast/ast.ts";
import type { Context } from "./context.ts";
import type { Listing } from "./listing.ts";
import type { FunctionValue, Poison, RecordValue, Value } from "./value.ts";

/**
 * Names that an expression can read, with their values. A scope belongs to one source text; places of the expression
 * are places in this text.
 */
export interface Scope {
  readonly source: Source;
  /** Value of a name; undefined where the scope does not define it. */
  find(context: Context, name: string): Value | undefined;
  /**
   * Function of the program that a call by this name means; undefined for none. Columns and results of a table's row
   * never hide it, since they are no functions.
   */
  called?(context: Context, name: string): FunctionValue | Poison | undefined;
  /** Argument of the call whose function's body is being evaluated, by parameter; undefined for other names. */
  readonly argument?: ((name: string) => OwnArgument | undefined) | undefined;
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

/** Argument of a call of a program's function: its expression, the scope in which it was written, and its value. */
export interface OwnArgument {
  readonly expr: Expr;
  readonly scope: Scope;
  readonly value: Value;
}

/** Rows of the table whose column is being evaluated, for functions such as `first(column)`. */
export interface Rows {
  readonly scopes: Listing<Scope>;
  /** Memo of the list of values that a function's argument has over all rows, by the argument. */
  readonly columns: Map<Expr, Value>;
  /** Memo of the groups that an argument `per` makes of the rows, by that argument. */
  readonly groups: Map<Expr, Groups>;
}

/** Rows of a table with equal values of `per`, as the indices of the rows by the text of that value. */
export interface Groups {
  readonly members: ReadonlyMap<string, readonly number[]>;
  /** Memo of the list of values that an argument has over a group, by the argument and the group's text. */
  readonly columns: Map<Expr, Map<string, Value>>;
}
