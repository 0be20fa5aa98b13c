import type { Sweep } from "../../ast/ast.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import { settledIn } from "../expressions/row.ts";
import { keepOf } from "../tables/aims.ts";
import { derive, withDerived } from "../tables/derivedColumns.ts";
import { inHand } from "../tables/inHand.ts";
import { perTable } from "../tables/perTable.ts";
import { ranking } from "../tables/rank.ts";
import { passes, passing, readsDerived } from "../tables/rowConditions.ts";
import { isInfeasible } from "../tables/skipCounts.ts";
import { baseOf, rowsOver } from "../tables/tableRows.ts";
import { TriedRows } from "../tables/triedRows.ts";
import type { Context } from "../values/context.ts";
import { type Listing, picked } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, Row, ScenarioValue, TableValue } from "../values/value.ts";
import { ownMargin } from "./ownMargin.ts";
import { searchesAllPlans, searchTable } from "./searchTable.ts";
import { warnOf } from "./warnOf.ts";

/**
 * Table of a `sweep` or `search` statement. Every combination of the `for` clauses makes a scenario of its own. The other clauses
 * then apply in written order. A search also rejects scenarios that do not fit for sure, ranks the rest and keeps the best. After
 * an interrupt the table has the rows so far.
 */
export function runTable(context: Context, statement: Sweep, scope: Scope): TableValue | Poison {
  context.quiet++;
  const table = fillTable(context, statement, scope);
  context.making.delete(statement);
  context.quiet--;
  if (table.kind === "table") warnOf(context, table);
  return table;
}

function fillTable(context: Context, statement: Sweep, scope: Scope): TableValue | Poison {
  const base = baseOf(context, statement, scope);
  if (base.kind === "poison") return base;
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
  const conditions = statement.clauses.flatMap((one) => (one.kind === "where" ? [one.condition] : []));
  const wanted = !search ? "any" : ownMargin(conditions) ? "maybe" : "yes";
  const made = inHand(
    context,
    statement,
    "rows",
    () => new TriedRows(space.count, (place, problem) => scenarios.row(place, problem)),
  );
  const { skips } = made;
  let partial = false;
  const early = statement.clauses.filter(
    (clause) => clause.kind === "where" && !readsDerived(statement, clause),
  );
  const asked = space.axes[0]?.[0]?.[0]?.places[0] ?? null;
  const settled = settledIn(scope);
  for (let place = 0; place < space.count; place++) {
    if (context.interrupted()) {
      partial = true;
      break;
    }
    made.tried++;
    context.progress(made.tried, space.count, statement.name.name);
    const scenario = scenarios.at(place);
    const problem = problemOf(context, scenario, asked);
    if (problem?.kind === "poison") return problem;
    const verdict =
      problem === null
        ? passes(context, scenarios.row(place, null), early, wanted, {
            scope,
            settled,
            skips,
            large,
            near: !large && made.length === 0,
          })
        : !search;
    if (problem !== null) skips.add(problem.found);
    if (large || problem !== null) context.outputs.release(scenario);
    if (verdict !== true && verdict !== false) return verdict;
    if (verdict) made.add(place, problem?.found ?? null);
  }

  const { tried } = made;
  const derived: string[] = [];
  let kept = made.answered();
  let rows: Listing<Row> = picked(made.all, kept);
  let unfinished = 0;
  for (const clause of statement.clauses) {
    if (clause.kind === "derive") {
      derived.push(clause.name.name);
      const done = derive(context, statement.name.name, rows, clause, scope, large);
      if ("kind" in done) return done;
      unfinished += rows.length - done.length;
      kept = kept.subarray(0, done.length);
      rows = done;
    } else if (clause.kind === "where" && !early.includes(clause)) {
      const passed = passing(context, rows, clause, scope, skips);
      if ("kind" in passed) return passed;
      kept = passed.map((at) => kept[at] ?? 0);
      rows = picked(rows, passed);
    }
  }
  const ranked = ranking(context, statement, rows, scope, large);
  if ("kind" in ranked) return ranked;
  const shown = picked(ranked.rows, ranked.order);
  return {
    kind: "table",
    name: statement.name.name,
    statement,
    scope,
    varied: space.varied,
    derived,
    rows: shown,
    all: search ? shown : made.withProblems(ranked.rows, kept),
    skipped: skips.list(),
    tried,
    total: space.count,
    feasible: rows.length + unfinished,
    partial: partial || context.interrupted(),
    large,
  };
}

/**
 * Reason why one row has no answer; null where it has one. An error in the program's text concerns all rows, and is returned as
 * poison.
 */
function problemOf(
  context: Context,
  scenario: ScenarioValue,
  asked: Place | null,
): { readonly kind: "problem"; readonly found: Diagnostic } | Poison | null {
  const answer = context.outputs.check(context, scenario, asked);
  if (answer === null) return null;
  const found = answer.diagnostics.find(isInfeasible);
  const mistaken = answer.diagnostics.some((one) => one.severity === "error" && !isInfeasible(one));
  return !found || mistaken ? answer : { kind: "problem", found };
}
