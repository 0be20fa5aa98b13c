import type { Expr } from "../../ast.ts";

/** What must hold each for a condition to hold: `a and b` are two. */
export function conjuncts(condition: Expr): readonly Expr[] {
  if (condition.kind === "paren") return conjuncts(condition.inner);
  if (condition.kind !== "binary" || condition.op !== "and") return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/** Whether an operator says which of two numbers is to be the smaller one. */
export const isComparison = (op: string): boolean => COMPARISONS.has(op);
