import type { Clause, Sweep } from "../../ast/ast.ts";
import { expressionMemoIn } from "../expressions/row.ts";
import { keepOf } from "../tables/aims.ts";
import { addsColumn, derive, withDerived } from "../tables/derivedColumns.ts";
import { measuredSweep } from "../tables/measuredSweep.ts";
import { partialTable } from "../tables/partialTable.ts";
import { perTable } from "../tables/perTable.ts";
import { ranking } from "../tables/rank.ts";
import { passes, passing, readsDerived } from "../tables/rowConditions.ts";
import { rowProblem } from "../tables/rowProblem.ts";
import { baseOf, rowsOver, type TableRows } from "../tables/tableRows.ts";
import { TriedRows } from "../tables/triedRows.ts";
import type { Context } from "../values/context.ts";
import { type Listing, picked } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import type { MeasuredTable, Poison, Row, ScenarioValue, TableValue } from "../values/value.ts";
import { ownMargin } from "./ownMargin.ts";
import { searchesAllPlans, searchTable } from "./searchTable.ts";
import { warnOf } from "./warnOf.ts";

/**
 * Runs a `sweep` or `search` statement and returns its table. Each combination of values of the `for` clauses makes a
 * scenario. The other clauses then apply in written order. A search also rejects scenarios that may not fit, ranks the
 * rest and returns the best. After an interrupt the table has the rows that were made until then. A base that is a table
 * of measured rows gives another such table.
 */
export function runTable(
  context: Context,
  statement: Sweep,
  scope: Scope,
): TableValue | MeasuredTable | Poison {
  context.quiet++;
  const table = fillTable(context, statement, scope);
  context.making.delete(statement);
  context.quiet--;
  if (table.kind === "table") warnOf(context, table);
  return table;
}

function fillTable(context: Context, statement: Sweep, scope: Scope): TableValue | MeasuredTable | Poison {
  const base = baseOf(context, statement, scope);
  if (base.kind === "poison") return base;
  if (base.kind === "data") return measuredSweep(context, statement, base, scope);
  const per = keepOf(statement)?.per ?? [];
  if (per.length === 0) return tableOf(context, statement, base, scope);
  const found = perTable(context, statement, per, base, scope, tableOf);
  return found.kind === "table" ? withDerived(context, found) : found;
}

function tableOf(context: Context, statement: Sweep, base: ScenarioValue, scope: Scope): TableValue | Poison {
  if (searchesAllPlans(statement)) {
    const found = searchTable(context, statement, base, scope);
    return found.kind === "table" ? withDerived(context, found) : found;
  }
  const found = rowsOver(context, statement, base, scope);
  if (found.kind === "poison") return found;
  const { space, scenarios, large } = found;
  const search = statement.kind === "search";
  const made = partialTable(
    context,
    statement,
    "rows",
    () => new TriedRows(space.count, (place, problem) => scenarios.row(place, problem)),
  );
  const early = statement.clauses.filter(
    (clause) => clause.kind === "where" && !readsDerived(statement, clause),
  );
  const tried = tryRows(context, statement, scope, found, made, early);
  if (tried.kind === "poison") return tried;
  const late = statement.clauses.filter((clause) => !early.includes(clause));
  const kept = applyClauses(context, statement, late, scope, made, large);
  if ("kind" in kept) return kept;
  const ranked = ranking(context, statement, kept.rows, scope, large);
  if ("kind" in ranked) return ranked;
  const shown = picked(ranked.rows, ranked.order);
  return {
    kind: "table",
    name: statement.name.name,
    statement,
    scope,
    varied: space.varied,
    derived: kept.derived,
    rows: shown,
    all: search ? shown : made.withProblems(ranked.rows, kept.places),
    skipped: made.skips.list(),
    tried: made.tried,
    total: space.count,
    feasible: kept.rows.length + kept.unfinished,
    partial: tried.partial || context.interrupted(),
    large,
  };
}

/**
 * Evaluates the `where` conditions `early`, which read no derived columns, on every row. Adds the rows that meet them
 * to `made`. A sweep also adds the rows for which the engine has no answer. `partial` is true after an interrupt.
 */
function tryRows(
  context: Context,
  statement: Sweep,
  scope: Scope,
  { space, scenarios, large }: TableRows,
  made: TriedRows,
  early: readonly Clause[],
): { readonly kind: "tried"; readonly partial: boolean } | Poison {
  const search = statement.kind === "search";
  const conditions = statement.clauses.flatMap((one) => (one.kind === "where" ? [one.condition] : []));
  const wanted = !search ? "any" : ownMargin(conditions) ? "maybe" : "yes";
  const { skips } = made;
  const asked = space.axes[0]?.[0]?.[0]?.places[0] ?? null;
  const memo = expressionMemoIn(scope);
  for (let place = 0; place < space.count; place++) {
    if (context.interrupted()) return { kind: "tried", partial: true };
    made.tried++;
    context.progress(made.tried, space.count, statement.name.name);
    const scenario = scenarios.at(place);
    const problem = rowProblem(context, scenario, asked);
    if (problem?.kind === "poison") return problem;
    const near = !large && made.length === 0;
    const verdict =
      problem === null
        ? passes(context, scenarios.row(place, null), early, wanted, { scope, memo, skips, large, near })
        : !search;
    if (problem !== null) skips.add(problem.found);
    if (large || problem !== null) context.outputs.release(scenario);
    if (verdict !== true && verdict !== false) return verdict;
    if (verdict) made.add(place, problem?.found ?? null);
  }
  return { kind: "tried", partial: false };
}

/** Rows of a table that meet all `where` conditions, with their derived columns. */
interface KeptRows {
  readonly rows: Listing<Row>;
  /** Index of each row of `rows` among all rows that were tried. */
  readonly places: Int32Array;
  /** Names of the columns from `derive` and `scaling` clauses. */
  readonly derived: readonly string[];
  /** Number of rows without derived columns, because the run was interrupted before they were computed. */
  readonly unfinished: number;
}

/** Applies `derive` clauses, and the `where` conditions on derived columns, in written order. */
function applyClauses(
  context: Context,
  statement: Sweep,
  clauses: readonly Clause[],
  scope: Scope,
  made: TriedRows,
  large: boolean,
): KeptRows | Poison {
  const derived: string[] = [];
  let places = made.answered();
  let rows: Listing<Row> = picked(made.all, places);
  let unfinished = 0;
  for (const clause of clauses) {
    if (addsColumn(clause)) {
      derived.push(clause.name.name);
      const done = derive(context, statement, rows, clause, scope, large);
      if ("kind" in done) return done;
      unfinished += rows.length - done.length;
      places = places.subarray(0, done.length);
      rows = done;
    } else if (clause.kind === "where") {
      const passed = passing(context, rows, clause, scope, made.skips);
      if ("kind" in passed) return passed;
      places = passed.map((at) => places[at] ?? 0);
      rows = picked(rows, passed);
    }
  }
  return { rows, places, derived, unfinished };
}
