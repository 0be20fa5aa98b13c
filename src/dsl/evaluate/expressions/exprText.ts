import type { Expr } from "../../ast.ts";
import type { Place } from "../../diagnostics/index.ts";
import type { Scope } from "../values/scope.ts";

/** Where an expression stands. */
export function placeOf(expr: Expr, scope: Scope): Place {
  return { source: scope.source, span: expr.span };
}

/** An expression as a name for what it makes: its text on one line. */
export function textOf(expr: Expr, scope: Scope): string {
  const text = scope.source.text.slice(expr.span.start, expr.span.end).replace(/\s+/g, " ").trim();
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
