import type { Clause, Sweep } from "../../ast/ast.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { changeScenario } from "../expressions/scenarioValue.ts";
import type { Context } from "../values/context.ts";
import { joined } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import {
  NO_COLUMNS,
  type Poison,
  poison,
  type Row,
  type ScenarioValue,
  type Skipped,
  type TableValue,
} from "../values/value.ts";
import { pathText } from "./aims.ts";
import { combinations } from "./combinations.ts";
import { partialTable } from "./partialTable.ts";
import { changesText } from "./pointText.ts";
import { mainReasons } from "./skipCounts.ts";

export type For = Extract<Clause, { kind: "for" }>;

/** Function that computes the table of a statement from a base scenario. */
export type Fill = (
  context: Context,
  statement: Sweep,
  base: ScenarioValue,
  scope: Scope,
) => TableValue | Poison;

/** Maximum number of rows of a sweep, and of separate searches that one statement makes. */
export const MAX_ROWS = 1_000_000;

/**
 * Table of a statement that makes an inner table for each combination of the `for` clauses `outer`. `inner` is the
 * statement without these clauses. The rows of the inner tables are joined in order. After an interrupt, the result has
 * the inner tables that were made until then.
 */
export function eachTable(
  context: Context,
  statement: Sweep,
  outer: readonly For[],
  inner: Sweep,
  base: ScenarioValue,
  scope: Scope,
  fill: Fill,
): TableValue | Poison {
  const space = combinations(context, base, outer, scope);
  if (space.kind === "poison") return space;
  const { name } = statement;
  if (space.count > MAX_ROWS) {
    const params = { name: name.name, rows: space.count, limit: MAX_ROWS };
    return poison(diagnostic("too-many-rows", params, { source: scope.source, span: name.span }));
  }
  const made = partialTable(context, statement, "tables", () => ({ kind: "tables", inner, done: [] }));
  const agreed = new Set(outer.flatMap(({ paths }) => paths.map(pathText)));
  let place = 0;
  let point: string | null = null;
  for (const changes of space.rows()) {
    if (place++ < made.done.length) continue;
    // After an interrupt, the inner table in progress is still completed from the rows that it already has. No further
    // inner table begins.
    if (context.interrupted() && !context.making.has(made.inner)) break;
    const at = changeScenario(context, base, changes, base.name);
    if (at.kind === "poison") return at;
    const { part } = context;
    context.part = {
      at: (part ? part.at * space.count : 0) + made.done.length,
      of: (part?.of ?? 1) * space.count,
    };
    const table = fill(context, made.inner, at, scope);
    context.part = part;
    // The next inner table starts empty.
    context.making.delete(made.inner);
    if (table.kind === "poison") return table;
    const all = table.rows.length > 0 || table.partial ? table.rows : [nothingThere(at, table, agreed)];
    made.done.push({ table, all });
    if (table.partial) point ??= changesText(changes);
  }
  const tables = made.done.map(({ table }) => table);
  const whole = tables.findIndex(({ partial }) => partial);
  const cut = whole < 0 ? tables.length : whole;
  const sum = (of: (table: TableValue) => number): number =>
    tables.reduce((total, table) => total + of(table), 0);
  const varied = [
    ...outer.flatMap(({ paths }) => paths.map(pathText)),
    ...tables.flatMap((one) => one.varied),
  ];
  return {
    kind: "table",
    name: name.name,
    statement,
    scope,
    varied: [...new Set(varied)],
    derived: [],
    rows: joined(tables.map((table) => table.rows)),
    all: joined(made.done.map(({ all }) => all)),
    skipped: together(tables.flatMap((table) => table.skipped)),
    tried: sum((table) => table.tried),
    total: sum((table) => table.total),
    feasible: tables.some(({ feasible }) => feasible === null) ? null : sum((table) => table.feasible ?? 0),
    partial: cut < space.count,
    ...(cut < space.count ? { cutAt: { place: cut, of: space.count, point } } : {}),
    large: false,
  };
}

/** Row that stands for a combination whose inner table is empty. The row shows the main reasons why. */
function nothingThere(
  scenario: ScenarioValue,
  { name, tried, skipped }: TableValue,
  agreed: ReadonlySet<string>,
): Row {
  const reasons = mainReasons(skipped, 2, ({ least, nearest }) =>
    nearest !== undefined ? ` (${nearest})` : least === undefined ? "" : ` (needs at least ${least})`,
  );
  return {
    ...{ scenario, agreed, columns: NO_COLUMNS },
    problem: diagnostic("empty-sweep", { name, tried, where: "here", reasons }),
  };
}

/**
 * Adds up the counts of rejected combinations of several tables by reason. Each reason has the example of the first
 * table that gives one.
 */
function together(all: readonly Skipped[]): readonly Skipped[] {
  const found = new Map<string, Skipped>();
  for (const one of all) {
    const known = found.get(one.reason);
    found.set(one.reason, known ? { ...known, count: known.count + one.count } : one);
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}
