import type { Expr, Path, Sweep } from "../../ast/ast.ts";

/** Quantity that a table is ranked by: minimised, or maximised where the sign is -1. */
export interface Aim {
  readonly expr: Expr;
  readonly sign: 1 | -1;
}

/** Aims of a statement: one, or several for a Pareto front. Empty where the statement has none. */
export function aimsOf({ clauses }: Sweep): readonly Aim[] {
  for (const clause of clauses) {
    if (clause.kind === "pareto") return clause.objectives.map((expr) => ({ expr, sign: 1 }));
    if (clause.kind === "minimize") return [{ expr: clause.objective, sign: 1 }];
    if (clause.kind === "maximize") return [{ expr: clause.objective, sign: -1 }];
  }
  return [];
}

/**
 * Number of rows that a statement keeps, and the paths for each of whose values it keeps them (`per`). Null without a `keep`
 * clause.
 */
export function keepOf({ clauses }: Sweep): { readonly count: number; readonly per: readonly Path[] } | null {
  return clauses.find((clause) => clause.kind === "keep") ?? null;
}

/** Text of a path, such as `cluster.nodes`. */
export const pathText = (path: Path): string => path.names.map(({ name }) => name).join(".");

/** Path of an expression that is nothing but a result, such as `step_time` or `memory.peak`; null for others. */
export function resultPath(expr: Expr): string | null {
  if (expr.kind === "name") return expr.name;
  if (expr.kind === "paren") return resultPath(expr.inner);
  if (expr.kind !== "member") return null;
  const object = resultPath(expr.object);
  return object === null ? null : `${object}.${expr.member.name}`;
}
