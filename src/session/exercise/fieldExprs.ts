import type { Expr, RecordExpr } from "../../dsl/ast/ast.ts";
import { diagnostic, suggest } from "../../dsl/diagnostics/index.ts";
import type { RecordRow } from "../../dsl/schema/index.ts";
import type { Run } from "../verbs/run.ts";

/** Expressions of a record's fields by name, not evaluated. Reports names that `row` lacks and names given twice. */
export function fieldExprs(
  run: Run,
  body: RecordExpr,
  row: RecordRow,
): { readonly exprs: ReadonlyMap<string, Expr>; readonly problems: boolean } {
  const exprs = new Map<string, Expr>();
  const names = row.fields.map((one) => one.name);
  let problems = false;
  for (const { path, value } of body.fields) {
    const name = path.names.map((one) => one.name).join(".");
    const place = { source: run.scope.source, span: path.span };
    if (!names.includes(name)) {
      const params = { kind: row.name, field: name, suggestion: suggest(name, names) };
      run.report(diagnostic("unknown-field", params, place));
      problems = true;
    } else if (exprs.has(name)) {
      run.report(diagnostic("duplicate-field", { field: name }, place));
      problems = true;
    } else exprs.set(name, value);
  }
  return { exprs, problems };
}
