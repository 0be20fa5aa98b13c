import type { Expr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/index.ts";
import type { Scope } from "../values/scope.ts";

/** Place of an expression in the source text of its scope. */
export function placeOf(expr: Expr, scope: Scope): Place {
  return { source: scope.source, span: expr.span };
}

/** Text of an expression on one line, cut to 70 characters. It names the expression in messages and above results. */
export function textOf(expr: Expr, scope: Scope): string {
  const text = scope.source.text.slice(expr.span.start, expr.span.end).replace(/\s+/g, " ").trim();
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
