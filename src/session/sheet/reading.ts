import type { Expr, Source } from "../../dsl/ast.ts";
import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import type { Context, Poison, Scope, Value } from "../../dsl/evaluate/index.ts";
import { SheetError } from "./sheetError.ts";

/** What reading values needs of its sheet. */
export interface Reading {
  /** Made for each question: a mistake in the midst of one must not spoil the trail of the next. */
  context(): Context;
  scope(source: Source): Scope;
  evaluate(expr: Expr, source: Source): Value;
  /** Remembers how `object` is shown: as `value` is. Gives `object` back. */
  shown<T extends object>(object: T, label: string, value: Value, place: Place): T;
}

/** What a program gets instead of a value that is broken. */
export function broken(poison: Poison, label: string): SheetError {
  return new SheetError(poison.diagnostics, `\`${label}\` has no value: a definition it reads has an error`);
}
