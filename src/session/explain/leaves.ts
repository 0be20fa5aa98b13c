import type { CallExpr, Expr } from "../../dsl/ast/ast.ts";

/**
 * Names and paths that an expression reads, each as an expression of its own. A call for which `isOwn` holds is one
 * too, instead of what its arguments read.
 */
export function leaves(expr: Expr, isOwn: (call: CallExpr) => boolean): readonly Expr[] {
  const inside = (one: Expr): readonly Expr[] => leaves(one, isOwn);
  switch (expr.kind) {
    case "member":
    case "name":
      return [expr];
    case "paren":
      return inside(expr.inner);
    case "as":
      return inside(expr.value);
    case "unary":
      return inside(expr.operand);
    case "binary":
      return expr.op === "with" || expr.op === "on" ? [] : [...inside(expr.left), ...inside(expr.right)];
    case "call":
      return isOwn(expr) ? [expr] : expr.args.flatMap((argument) => inside(argument.value));
    case "if":
      return [...inside(expr.condition), ...inside(expr.yes), ...inside(expr.no)];
    case "list":
      return expr.items.flatMap(inside);
    default:
      return [];
  }
}
