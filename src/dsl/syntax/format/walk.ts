import type { Expr } from "../../ast/ast.ts";

/** Direct subexpressions of an expression, in written order. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "record":
      return expr.fields.map((field) => field.value);
    case "list":
      return expr.items;
    case "member":
      return [expr.object];
    case "call":
      return expr.args.map((arg) => arg.value);
    case "unary":
      return [expr.operand];
    case "binary":
      return [expr.left, expr.right];
    case "as":
      return [expr.value];
    case "if":
      return [expr.condition, expr.yes, expr.no];
    case "paren":
      return [expr.inner];
    case "number":
    case "string":
    case "boolean":
    case "none":
    case "name":
    case "error":
      return [];
  }
}
