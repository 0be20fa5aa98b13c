import type { Clause, Sweep } from "../../ast.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { asTruth } from "../arithmetic.ts";
import type { Context } from "../context.ts";
import { evaluate, placeOf } from "../evaluate.ts";
import { firstOf, type Listing, picked } from "../listing.ts";
import { wrongType } from "../problem.ts";
import { asScenario } from "../scenario/scenario.ts";
import type { Scope } from "../scope.ts";
import { searchesAllPlans, searchTable } from "../search/searchTable.ts";
import { type Poison, poison, type Row, type ScenarioValue, type TableValue } from "../value.ts";
import { keepOf } from "./aims.ts";
import { combinations, type Space } from "./combinations.ts";
import { MAX_ROWS } from "./eachTable.ts";
import { perTable } from "./perTable.ts";
import { ranking } from "./rank.ts";
import { rowScope, rowScopes, settledIn, withColumn } from "./row.ts";
import { RowScenarios } from "./rowScenarios.ts";
import type { SettledParts } from "./settledParts.ts";
import { isInfeasible, mainReasons, OVER_MEMORY, type SkipCounts } from "./skipCounts.ts";
import { TriedRows } from "./triedRows.ts";
import { ValueColumn } from "./valueColumn.ts";

/** Estimates of longer tables are not kept: each is some ten kilobytes. */
const MAX_KEPT = 2_000;

/**
 * `sweep` and `search`. Every combination of the for-clauses makes a scenario of its own, from which everything late-bound
 * follows; then the other clauses in written order. A search drops what does not fit its devices, ranks and cuts.
 * Interrupted, it gives the rows made until then.
 */
export function runTable(context: Context, statement: Sweep, scope: Scope): TableValue | Poison {
  context.quiet++;
  const table = fillTable(context, statement, scope);
  context.making.delete(statement);
  context.quiet--;
  if (table.kind === "table") warnOf(context, table);
  return table;
}

/** A table's rows before any of them is looked at. */
export interface TableRows {
  readonly kind: "rows";
  readonly space: Space;
  readonly scenarios: RowScenarios;
  /** Too long for its estimates to be kept. */
  readonly large: boolean;
}

/** The rows of a statement that makes one table of them, for whoever works out some of them alone. */
export function tableRows(context: Context, statement: Sweep, scope: Scope): TableRows | Poison {
  const base = baseOf(context, statement, scope);
  return base.kind === "poison" ? base : rowsOver(context, statement, base, scope);
}

function baseOf(context: Context, statement: Sweep, scope: Scope): ScenarioValue | Poison {
  const value = evaluate(context, statement.base, scope, null);
  if (value.kind === "poison") return value;
  return (
    asScenario(value) ??
    wrongType(`\`${statement.kind}\``, "a scenario", value, placeOf(statement.base, scope))
  );
}

function rowsOver(context: Context, statement: Sweep, base: ScenarioValue, scope: Scope): TableRows | Poison {
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
  const made =
    context.making.get(statement) ??
    new TriedRows(space.count, (place, problem) => scenarios.row(place, problem));
  context.making.set(statement, made);
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
        ? passes(context, scenarios.row(place, null), early, search, {
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

/** Columns of a search over all plans, and of one `per` something, are those of the rows it keeps. */
function withDerived(context: Context, table: TableValue): TableValue | Poison {
  const { statement, scope } = table;
  let { rows } = table;
  const derived: string[] = [];
  for (const clause of statement.clauses) {
    if (clause.kind !== "derive") continue;
    derived.push(clause.name.name);
    const done = derive(context, table.name, rows, clause, scope, false);
    if ("kind" in done) return done;
    rows = done;
  }
  return { ...table, derived, rows, all: withReasons(table.all, rows) };
}

/** The rows that stand for nothing, among the others as they are now. */
function withReasons(all: Listing<Row>, rows: Listing<Row>): Listing<Row> {
  if (all.length === rows.length) return rows;
  let at = 0;
  return [...all].flatMap((row) => (row.problem ? row : (rows.at(at++) ?? [])));
}

function warnOf(context: Context, result: TableValue): void {
  const { statement, scope, tried, partial } = result;
  const place = { source: scope.source, span: statement.name.span };
  const all = searchesAllPlans(statement);
  const of = all ? "plans" : "rows";
  if (partial) context.warn(diagnostic("interrupted", { done: tried, total: result.total, of }, place));
  else if (result.rows.length === 0) {
    const reasons = mainReasons(result.skipped, 3, ({ example }) => ` (${example})`);
    const given = statement.kind === "search" && !all && ofPlans(result);
    const told = reasons === "" ? {} : { reasons, more: given ? "for plan in all" : null };
    context.warn(
      diagnostic(
        "empty-sweep",
        { name: result.name, tried, ...(all ? { what: "plans" } : {}), ...told },
        place,
      ),
    );
  }
}

/** Whether a table's rows are plans, and do not only place jobs or whole machines. */
const ofPlans = ({ skipped }: TableValue): boolean => skipped.some(({ reason }) => reason === OVER_MEMORY);

/** Why a row has no answer, where that is a row's own; a mistake in the text is everybody's. */
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

/** Places of the rows for which a condition holds that reads their columns. */
function passing(
  context: Context,
  rows: Listing<Row>,
  where: Clause,
  scope: Scope,
  skips: SkipCounts,
): Int32Array | Poison {
  const found = new Int32Array(rows.length);
  let count = 0;
  let at = 0;
  const settled = settledIn(scope);
  for (const row of rows) {
    const verdict = passes(context, row, [where], false, {
      scope,
      settled,
      skips,
      large: true,
      near: count === 0,
    });
    if (verdict !== true && verdict !== false) return verdict;
    if (verdict) found[count++] = at;
    at++;
  }
  return found.subarray(0, count);
}

interface Conditions {
  readonly scope: Scope;
  readonly settled: SettledParts;
  readonly skips: SkipCounts;
  /** Too many rows for an estimate of each that is thrown away. */
  readonly large: boolean;
  /** Whether to look how near a row comes to a condition: nobody asks that once another is kept. */
  readonly near: boolean;
}

function passes(
  context: Context,
  row: Row,
  wheres: readonly Clause[],
  mustFit: boolean,
  { scope, settled, skips, large, near }: Conditions,
): boolean | Poison {
  const inner = rowScope(row, scope, settled);
  if (mustFit && !context.outputs.fits(context, row.scenario)) {
    skips.lacks(large ? null : context.outputs.lack(context, row.scenario));
    return false;
  }
  for (const where of wheres) {
    if (where.kind !== "where") continue;
    const verdict = asTruth(evaluate(context, where.condition, inner, null), placeOf(where.condition, scope));
    if (typeof verdict !== "boolean") return verdict;
    if (verdict) continue;
    skips.unmet(context, where.condition, inner, row.scenario, near);
    return false;
  }
  return true;
}

/** The rows with a column of their own: all of them but after an interrupt, which leaves those that it was worked out for. */
function derive(
  context: Context,
  table: string,
  rows: Listing<Row>,
  clause: Extract<Clause, { kind: "derive" }>,
  scope: Scope,
  large: boolean,
): Listing<Row> | Poison {
  const values = new ValueColumn(rows.length);
  const stops = context.stopsRows();
  const scopeOf = rowScopes(() => rows, scope);
  for (const row of rows) {
    if (stops()) break;
    const inner = scopeOf(row);
    context.progress(values.length + 1, rows.length, `${table}: ${clause.name.name}`);
    const value = evaluate(context, clause.value, inner, null);
    if (value.kind === "poison") return value;
    values.push(value, row.scenario);
    if (large) context.outputs.release(row.scenario);
  }
  return withColumn(firstOf(rows, values.length), clause.name.name, (at, row) => values.at(at, row) ?? null);
}

/** Whether a condition names a derived column, so that it must wait for it. */
function readsDerived(statement: Sweep, clause: Clause): boolean {
  if (clause.kind !== "where") return false;
  const names = new Set(statement.clauses.flatMap((one) => (one.kind === "derive" ? [one.name.name] : [])));
  if (names.size === 0) return false;
  let found = false;
  const visit = (node: unknown): void => {
    if (found || typeof node !== "object" || node === null) return;
    if ("kind" in node && node.kind === "name" && "name" in node && names.has(String(node.name)))
      found = true;
    for (const child of Object.values(node)) visit(child);
  };
  visit(clause.condition);
  return found;
}
