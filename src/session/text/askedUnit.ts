import type { Expr } from "../../dsl/ast/ast.ts";

/** The unit that an expression asks for: GiB in `x as GiB`. Undefined where it asks for none. */
export function askedUnit(expr: Expr): string | undefined {
  if (expr.kind === "paren") return askedUnit(expr.inner);
  return expr.kind === "as" ? expr.unit : undefined;
}
