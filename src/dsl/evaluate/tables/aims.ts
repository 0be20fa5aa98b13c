import type { Expr, Path, Sweep } from "../../ast.ts";

/** Something that a table is ranked by: sought to be small, or with the sign -1 large. */
export interface Aim {
  readonly expr: Expr;
  readonly sign: 1 | -1;
}

/** One, or several whose front is kept; none where the statement does not say. */
export function aimsOf({ clauses }: Sweep): readonly Aim[] {
  for (const clause of clauses) {
    if (clause.kind === "pareto") return clause.objectives.map((expr) => ({ expr, sign: 1 }));
    if (clause.kind === "minimize") return [{ expr: clause.objective, sign: 1 }];
    if (clause.kind === "maximize") return [{ expr: clause.objective, sign: -1 }];
  }
  return [];
}

/** How many rows a statement keeps, and for each value of which paths; null where it does not say. */
export function keepOf({ clauses }: Sweep): { readonly count: number; readonly per: readonly Path[] } | null {
  return clauses.find((clause) => clause.kind === "keep") ?? null;
}

/** `cluster.nodes` */
export const pathText = (path: Path): string => path.names.map(({ name }) => name).join(".");

/** The name of a result, where an expression is nothing else: `step_time`, `memory.peak`. */
export function resultPath(expr: Expr): string | null {
  if (expr.kind === "name") return expr.name;
  if (expr.kind === "paren") return resultPath(expr.inner);
  if (expr.kind !== "member") return null;
  const object = resultPath(expr.object);
  return object === null ? null : `${object}.${expr.member.name}`;
}
