import type { Expr } from "../../ast.ts";

/** The conditions that a condition is made of: `a and b` are two. */
export function conjuncts(condition: Expr): readonly Expr[] {
  if (condition.kind === "paren") return conjuncts(condition.inner);
  if (condition.kind !== "binary" || condition.op !== "and") return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/** Whether an operator orders its two numbers: `<`, `<=`, `>`, `>=`. */
export const isComparison = (op: string): boolean => COMPARISONS.has(op);
