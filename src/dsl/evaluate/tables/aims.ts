import type { Expr, Path, Sweep } from "../../ast/ast.ts";

/** Objective of a table: an expression that is minimised (sign 1) or maximised (sign -1). */
export interface Aim {
  readonly expr: Expr;
  readonly sign: 1 | -1;
}

/**
 * Objectives of a `sweep` or `search` statement: one, or several for a Pareto front. Empty where the statement has
 * none.
 */
export function aimsOf({ clauses }: Sweep): readonly Aim[] {
  for (const clause of clauses) {
    if (clause.kind === "pareto") return clause.objectives.map((expr) => ({ expr, sign: 1 }));
    if (clause.kind === "minimize") return [{ expr: clause.objective, sign: 1 }];
    if (clause.kind === "maximize") return [{ expr: clause.objective, sign: -1 }];
  }
  return [];
}

/**
 * Content of a statement's `keep` clause: the number of rows to return, and the `per` paths. With `per`, that many rows
 * are returned for each value of the paths. Null without a `keep` clause.
 */
export function keepOf({ clauses }: Sweep): { readonly count: number; readonly per: readonly Path[] } | null {
  return clauses.find((clause) => clause.kind === "keep") ?? null;
}

/** Text of a path as a program writes it, such as `cluster.nodes`. */
export const pathText = (path: Path): string => path.names.map(({ name }) => name).join(".");

/**
 * Dotted path of an expression that is a single name or result, such as `step_time` or `memory.peak`. Null for other
 * expressions.
 */
export function resultPath(expr: Expr): string | null {
  if (expr.kind === "name") return expr.name;
  if (expr.kind === "paren") return resultPath(expr.inner);
  if (expr.kind !== "member") return null;
  const object = resultPath(expr.object);
  return object === null ? null : `${object}.${expr.member.name}`;
}
