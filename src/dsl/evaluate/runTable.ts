import type { Clause, Sweep } from "../ast.ts";
import type { Place } from "../diagnostics/diagnostic.ts";
import { diagnostic } from "../diagnostics/index.ts";
import { keepOf } from "./aims.ts";
import { asTruth } from "./arithmetic.ts";
import { combinations } from "./combinations.ts";
import type { Context } from "./context.ts";
import { MAX_ROWS } from "./eachTable.ts";
import { evaluate, placeOf, textOf } from "./evaluate.ts";
import { perTable } from "./perTable.ts";
import { wrongType } from "./problem.ts";
import { rank } from "./rank.ts";
import { addColumn, rowScope } from "./row.ts";
import { RowScenarios } from "./rowScenarios.ts";
import { asScenario } from "./scenario.ts";
import type { Rows, Scope } from "./scope.ts";
import { searchesAllPlans, searchTable } from "./searchTable.ts";
import { isInfeasible, SkipCounts } from "./skipCounts.ts";
import {
  NO_COLUMNS,
  type Poison,
  poison,
  type Row,
  type ScenarioValue,
  type TableValue,
  type Value,
} from "./value.ts";

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

function fillTable(context: Context, statement: Sweep, scope: Scope): TableValue | Poison {
  const value = evaluate(context, statement.base, scope, null);
  if (value.kind === "poison") return value;
  const base = asScenario(value);
  if (!base) return wrongType(`\`${statement.kind}\``, "a scenario", value, placeOf(statement.base, scope));
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
  const search = statement.kind === "search";
  const made: TableRows = context.making.get(statement) ?? {
    skips: new SkipCounts(),
    all: [],
    rows: [],
    tried: 0,
  };
  context.making.set(statement, made);
  const { skips, all } = made;
  let { rows } = made;
  let partial = false;
  const early = statement.clauses.filter(
    (clause) => clause.kind === "where" && !readsDerived(statement, clause),
  );
  const scenarios = new RowScenarios(context, base, space.axes);
  const asked = space.axes[0]?.[0]?.[0]?.places[0] ?? null;
  for (let place = 0; place < space.count; place++) {
    if (context.interrupted()) {
      partial = true;
      break;
    }
    made.tried++;
    context.progress(made.tried, space.count, statement.name.name);
    const row = makeRow(context, scenarios, place, asked, large);
    if (row.kind === "poison") return row;
    if (row.value.problem) {
      skips.add(row.value.problem);
      context.outputs.release(row.value.scenario);
      if (!search) all.push(row.value);
      continue;
    }
    const verdict = passes(context, row.value, early, search, scope, skips);
    if (large) context.outputs.release(row.value.scenario);
    if (verdict !== true && verdict !== false) return verdict;
    if (!verdict) continue;
    all.push(row.value);
    rows.push(row.value);
  }

  const { tried } = made;
  const derived: string[] = [];
  let unfinished = 0;
  for (const clause of statement.clauses) {
    if (clause.kind === "derive") {
      derived.push(clause.name.name);
      const done = derive(context, statement.name.name, rows, clause, scope, large);
      if (typeof done !== "number") return done;
      unfinished += rows.length - done;
      rows = rows.slice(0, done);
    } else if (clause.kind === "where" && !early.includes(clause)) {
      const kept: Row[] = [];
      for (const row of rows) {
        const verdict = passes(context, row, [clause], false, scope, skips);
        if (verdict !== true && verdict !== false) return verdict;
        if (verdict) kept.push(row);
      }
      rows = kept;
    }
  }
  const feasible = rows.length + unfinished;
  const ranked = rank(context, statement, rows, scope, large);
  if (!Array.isArray(ranked)) return ranked as Poison;
  const kept = new Set(rows);
  const result: TableValue = {
    kind: "table",
    name: statement.name.name,
    statement,
    scope,
    varied: space.varied,
    derived,
    rows: ranked as readonly Row[],
    all: search ? (ranked as readonly Row[]) : all.filter((row) => row.problem !== null || kept.has(row)),
    skipped: skips.list(),
    tried,
    total: space.count,
    feasible,
    partial: partial || context.interrupted(),
    large,
  };
  return result;
}

/** Columns of a search over all plans, and of one `per` something, are those of the rows it keeps. */
function withDerived(context: Context, table: TableValue): TableValue | Poison {
  const { statement, scope, rows } = table;
  const derived: string[] = [];
  for (const clause of statement.clauses) {
    if (clause.kind !== "derive") continue;
    derived.push(clause.name.name);
    const done = derive(context, table.name, rows, clause, scope, false);
    if (typeof done !== "number") return done;
  }
  return { ...table, derived };
}

function warnOf(context: Context, result: TableValue): void {
  const { statement, scope, tried, partial } = result;
  const place = { source: scope.source, span: statement.name.span };
  if (partial) context.warn(diagnostic("interrupted", { done: tried, total: result.total }, place));
  else if (result.rows.length === 0) {
    const reasons = result.skipped.map((one) => `${one.count} × ${one.reason} (${one.example})`).join("; ");
    context.warn(
      diagnostic("empty-sweep", { name: result.name, tried, ...(reasons === "" ? {} : { reasons }) }, place),
    );
  }
}

/** A table's rows so far: all it takes to end it where it is. */
export interface TableRows {
  readonly skips: SkipCounts;
  readonly all: Row[];
  readonly rows: Row[];
  tried: number;
}

type NextRow = { readonly kind: "row"; readonly value: Row } | Poison;

function makeRow(
  context: Context,
  scenarios: RowScenarios,
  at: number,
  asked: Place | null,
  large: boolean,
): NextRow {
  const scenario = large ? scenarios.at(at) : scenarios.make(at);
  if (scenario.kind === "poison") return scenario;
  const answer = context.outputs.check(context, scenario, asked);
  const row = (problem: Row["problem"]): NextRow => ({
    kind: "row",
    value: large ? scenarios.row(at, problem) : { scenario, columns: NO_COLUMNS, problem },
  });
  if (answer === null) return row(null);
  const problem = answer.diagnostics.find(isInfeasible);
  if (!problem || answer.diagnostics.some((one) => one.severity === "error" && !isInfeasible(one)))
    return answer;
  return row(problem);
}

function passes(
  context: Context,
  row: Row,
  wheres: readonly Clause[],
  mustFit: boolean,
  scope: Scope,
  skips: SkipCounts,
): boolean | Poison {
  const inner = rowScope(row, scope);
  if (mustFit && !context.outputs.fits(context, row.scenario)) {
    skips.count("over memory", "the peak is above the device's memory");
    return false;
  }
  for (const where of wheres) {
    if (where.kind !== "where") continue;
    const verdict = asTruth(evaluate(context, where.condition, inner, null), placeOf(where.condition, scope));
    if (typeof verdict !== "boolean") return verdict;
    if (verdict) continue;
    skips.count(`where ${textOf(where.condition, scope)}`, "does not hold");
    return false;
  }
  return true;
}

/** A column of its own; on how many rows it is, which is all of them but after an interrupt. */
function derive(
  context: Context,
  table: string,
  rows: readonly Row[],
  clause: Extract<Clause, { kind: "derive" }>,
  scope: Scope,
  large: boolean,
): Poison | number {
  const scopes: Scope[] = [];
  const view: Rows = { scopes, columns: new Map() };
  for (const row of rows) scopes.push(rowScope(row, scope, view));
  const values: Value[] = [];
  const stops = context.stopsRows();
  for (const [at, inner] of scopes.entries()) {
    if (stops()) break;
    context.progress(at + 1, scopes.length, `${table}: ${clause.name.name}`);
    const value = evaluate(context, clause.value, inner, null);
    if (value.kind === "poison") return value;
    values.push(value);
    const row = rows[at];
    if (large && row) context.outputs.release(row.scenario);
  }
  rows.forEach((row, at) => {
    const value = values[at];
    if (value) addColumn(row, clause.name.name, value);
  });
  return values.length;
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
