import type { Expr } from "../../ast/ast.ts";

/** Splits a condition at its `and` operators. `a and b` gives two conditions, any other condition only itself. */
export function conjuncts(condition: Expr): readonly Expr[] {
  if (condition.kind === "paren") return conjuncts(condition.inner);
  if (condition.kind !== "binary" || condition.op !== "and") return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/** True for an operator that compares the size of two numbers: `<`, `<=`, `>`, `>=`. */
export const isComparison = (op: string): boolean => COMPARISONS.has(op);
