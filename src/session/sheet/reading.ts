import type { Expr, Source } from "../../dsl/ast/ast.ts";
import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import type { Context, Poison, Scope, Value } from "../../dsl/evaluate/index.ts";
import { SheetError } from "./sheetError.ts";

/** Functions that convert values of a session for TypeScript cells. */
export interface Reading {
  /**
   * Creates an evaluation context for reading one value. Each context detects cycles on its own, so that an error in
   * one reading does not affect the next.
   */
  context(): Context;
  scope(source: Source): Scope;
  evaluate(expr: Expr, source: Source): Value;
  /** Registers that a cell which displays `object` shows the language's `value`. Returns `object`. */
  shown<T extends object>(object: T, label: string, value: Value, place: Place): T;
}

/** Makes the error that a TypeScript cell gets when it reads a value that could not be evaluated. */
export function broken(poison: Poison, label: string): SheetError {
  return new SheetError(poison.diagnostics, `\`${label}\` has no value: a definition it reads has an error`);
}
