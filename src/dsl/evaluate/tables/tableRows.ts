import type { Sweep } from "../../ast/ast.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf } from "../expressions/exprText.ts";
import { wrongType } from "../expressions/problem.ts";
import { asScenario } from "../expressions/scenarioValue.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { type MeasuredTable, type Poison, poison, type ScenarioValue } from "../values/value.ts";
import { combinations, type Space } from "./combinations.ts";
import { MAX_ROWS } from "./eachTable.ts";
import { RowScenarios } from "./rowScenarios.ts";
import { weakBatch } from "./weakBatch.ts";

/** Maximum number of rows of a table whose estimates all stay in memory, at about 10 kB each. */
const MAX_KEPT = 2_000;

/** Rows of a table that are not evaluated yet. */
export interface TableRows {
  readonly kind: "rows";
  readonly space: Space;
  readonly scenarios: RowScenarios;
  /** True where the table has too many rows to keep their estimates in memory. */
  readonly large: boolean;
}

/**
 * Makes the rows of a statement with a single table, none of them evaluated yet. Worker threads use this function to
 * evaluate some of the rows.
 */
export function tableRows(context: Context, statement: Sweep, scope: Scope): TableRows | Poison {
  const base = baseOf(context, statement, scope);
  if (base.kind === "poison") return base;
  return base.kind === "data" ? poison() : rowsOver(context, statement, base, scope);
}

/** Value of a statement's base: a scenario, or a table of measured rows. An error for other values. */
export function baseOf(
  context: Context,
  statement: Sweep,
  scope: Scope,
): ScenarioValue | MeasuredTable | Poison {
  const value = evaluate(context, statement.base, scope, null);
  if (value.kind === "poison" || value.kind === "data") return value;
  const base = asScenario(value);
  return base
    ? weakBatch(context, statement, base, scope)
    : wrongType(`\`${statement.kind}\``, "a scenario", value, placeOf(statement.base, scope));
}

export function rowsOver(
  context: Context,
  statement: Sweep,
  base: ScenarioValue,
  scope: Scope,
): TableRows | Poison {
  const fors = statement.clauses.filter((clause) => clause.kind === "for");
  const space = combinations(context, base, fors, scope);
  if (space.kind === "poison") return space;
  if (space.count > MAX_ROWS) {
    return poison(
      diagnostic(
        "too-many-rows",
        { name: statement.name.name, rows: space.count, limit: MAX_ROWS },
        { source: scope.source, span: statement.name.span },
      ),
    );
  }
  const large = space.count > MAX_KEPT;
  const scenarios = new RowScenarios(context, base, space.axes, { large, statement });
  return scenarios.mistake() ?? { kind: "rows", space, scenarios, large };
}
