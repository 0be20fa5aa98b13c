import type { Expr } from "../../ast/ast.ts";

/** Operands of a condition joined by `and`: `a and b` has two. */
export function conjuncts(condition: Expr): readonly Expr[] {
  if (condition.kind === "paren") return conjuncts(condition.inner);
  if (condition.kind !== "binary" || condition.op !== "and") return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/** True for an operator that orders two numbers: `<`, `<=`, `>`, `>=`. */
export const isComparison = (op: string): boolean => COMPARISONS.has(op);
