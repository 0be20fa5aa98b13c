import type { Expr, Source } from "../../dsl/ast/ast.ts";
import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import type { Context, Poison, Scope, Value } from "../../dsl/evaluate/index.ts";
import { SheetError } from "./sheetError.ts";

/** Functions of a sheet that convert values. */
export interface Reading {
  /** Creates a context for one question, so that an error cannot spoil the next question's cycle detection. */
  context(): Context;
  scope(source: Source): Scope;
  evaluate(expr: Expr, source: Source): Value;
  /** Registers how `object` is displayed: as `value` is. Returns `object`. */
  shown<T extends object>(object: T, label: string, value: Value, place: Place): T;
}

/** Error that a program gets instead of a value with errors. */
export function broken(poison: Poison, label: string): SheetError {
  return new SheetError(poison.diagnostics, `\`${label}\` has no value: a definition it reads has an error`);
}
