import type { Clause, Path, Sweep } from "../../ast/ast.ts";
import { diagnostic, suggest } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { type Poison, poison, type ScenarioValue, type TableValue } from "../values/value.ts";
import { pathText } from "./aims.ts";
import { eachTable, type Fill, type For } from "./eachTable.ts";

/**
 * Table of a statement with `per`, such as `keep 1 per cluster.nodes`: the best rows for each value of the paths after
 * `per`. The statement without these paths runs once for each value, and the resulting tables are joined. An error
 * where no `for` clause varies a path.
 */
export function perTable(
  context: Context,
  statement: Sweep,
  per: readonly Path[],
  base: ScenarioValue,
  scope: Scope,
  fill: Fill,
): TableValue | Poison {
  const fors = statement.clauses.filter((clause): clause is For => clause.kind === "for");
  const named = new Set(per.map(pathText));
  const outer = fors.filter(({ paths }) => paths.some((path) => named.has(pathText(path))));
  const swept = fors.flatMap(({ paths }) => paths.map(pathText));
  const stray = per.find((path) => !swept.includes(pathText(path)));
  if (stray) {
    const path = pathText(stray);
    const suggestion = swept.find((one) => one.endsWith(`.${path}`)) ?? suggest(path, swept);
    const params = { path, suggestion };
    return poison(diagnostic("per-not-swept", params, { source: scope.source, span: stray.span }));
  }
  const clauses = statement.clauses.flatMap((clause): readonly Clause[] => {
    if (clause.kind === "for" && outer.includes(clause)) return [];
    // Scaling compares rows of the joined table, whose columns are made at the end.
    if (clause.kind === "scaling") return [];
    return [clause.kind === "keep" ? { ...clause, per: [] } : clause];
  });
  return eachTable(context, statement, outer, { ...statement, clauses }, base, scope, fill);
}
