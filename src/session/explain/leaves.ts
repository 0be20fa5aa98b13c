import type { Expr } from "../../dsl/ast/ast.ts";

/** Names and paths that an expression reads, each as an expression of its own. */
export function leaves(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "member":
    case "name":
      return [expr];
    case "paren":
      return leaves(expr.inner);
    case "as":
      return leaves(expr.value);
    case "unary":
      return leaves(expr.operand);
    case "binary":
      return expr.op === "with" || expr.op === "on" ? [] : [...leaves(expr.left), ...leaves(expr.right)];
    case "call":
      return expr.args.flatMap((argument) => leaves(argument.value));
    case "if":
      return [...leaves(expr.condition), ...leaves(expr.yes), ...leaves(expr.no)];
    case "list":
      return expr.items.flatMap(leaves);
    default:
      return [];
  }
}
