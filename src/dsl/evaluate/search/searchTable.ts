import type { Sweep } from "../../ast.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { asTruth, plainNumber } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf, textOf } from "../expressions/exprText.ts";
import { rowScope, scenarioScope } from "../expressions/row.ts";
import { aimsOf, keepOf, pathText } from "../tables/aims.ts";
import { conjuncts } from "../tables/conjuncts.ts";
import { eachTable, type For } from "../tables/eachTable.ts";
import { inHand } from "../tables/inHand.ts";
import { NearMisses } from "../tables/nearMisses.ts";
import { planCandidates } from "../tables/planCandidates.ts";
import { rank } from "../tables/rank.ts";
import { MOST_SETTINGS, settingCount } from "../tables/settingCount.ts";
import type { Context, SearchRequest } from "../values/context.ts";
import { firstOf } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import { type Poison, poison, type Row, type ScenarioValue, type TableValue } from "../values/value.ts";
import { bestThatMayFit } from "./bestThatMayFit.ts";
import { nearestBounded } from "./nearestBounded.ts";
import { ownMargin } from "./ownMargin.ts";
import { STEP_TIME, searchAim } from "./searchAim.ts";
import { type Condition, conditionsIn } from "./searchConditions.ts";
import { isAllPlans, searchSpace, searchStart } from "./searchSpace.ts";

/** Number of plans that a search keeps where the statement does not say. */
const KEPT = 10;

/**
 * True where a search is over all plans, once or once per value of its `per` paths. Its derived columns can then be computed for
 * the best plans alone.
 */
export function searchesAllPlans(statement: Sweep): boolean {
  const per = new Set(keepOf(statement)?.per.map(pathText));
  const fors = statement.clauses
    .filter((clause) => clause.kind === "for")
    .filter(({ paths }) => !paths.some((path) => per.has(pathText(path))));
  return statement.kind === "search" && (fors.length === 0 || fors.some(isAllPlans));
}

/**
 * Table of a search over the plan space. The engine finds the best plans without estimating all, and counts the reasons that
 * reject the others. Rows are made for the best plans alone. Each combination of further clauses (machine, model, batch) is a
 * search of its own.
 */
export function searchTable(
  context: Context,
  statement: Sweep,
  base: ScenarioValue,
  scope: Scope,
): TableValue | Poison {
  context.begins();
  const outer = statement.clauses.filter(
    (clause): clause is For => clause.kind === "for" && !isAllPlans(clause) && !laysOut(clause),
  );
  if (outer.length === 0) return searchOne(context, statement, base, scope);
  const clauses = statement.clauses.filter((clause) => !outer.some((one) => one === clause));
  const table = eachTable(context, statement, outer, { ...statement, clauses }, base, scope, searchOne);
  if (table.kind === "poison") return table;
  const ranked = rank(context, statement, table.rows, scope, false);
  if ("kind" in ranked) return ranked;
  const rows = keepOf(statement) || aimsOf(statement).length > 1 ? ranked : firstOf(ranked, KEPT);
  return { ...table, rows, all: rows };
}

function searchOne(
  context: Context,
  statement: Sweep,
  base: ScenarioValue,
  scope: Scope,
): TableValue | Poison {
  const place = placeOf(statement.base, scope);
  const fors = statement.clauses.filter((clause) => clause.kind === "for").filter((one) => !isAllPlans(one));
  const start = searchStart(context, base, place);
  if (start.kind === "poison") return start;
  const axes = searchSpace(context, base, context.outputs.planSpace(start.scenario), fors, scope, place);
  if ("kind" in axes) return axes;
  const settings = settingCount(axes);
  if (settings > MOST_SETTINGS)
    return poison(
      diagnostic(
        "too-many-rows",
        { name: statement.name.name, rows: 2 ** settings, limit: 2 ** MOST_SETTINGS },
        place,
      ),
    );
  const candidates = planCandidates(context, base, axes);
  const aims = aimsOf(statement);
  const wheres = statement.clauses.filter((clause) => clause.kind === "where");
  const conditions = wheres
    .flatMap(({ condition }) => conjuncts(condition))
    .map(conditionsIn(context, candidates, scope));
  const misses = new NearMisses();
  /** True once some plan meets all conditions. Near misses are then no longer recorded. */
  let some = false;
  const keep = keepOf(statement)?.count;
  let mistake: Poison | null = null;
  const fail = (wrong: Poison): null => {
    mistake ??= wrong;
    return null;
  };
  const request: SearchRequest = {
    of: statement.name,
    candidates,
    keep: keep ?? KEPT,
    sure: !ownMargin(wheres.map(({ condition }) => condition)),
    aims:
      aims.length === 0 ? [STEP_TIME] : aims.map((aim) => searchAim(context, aim, candidates, scope, fail)),
    asked: [
      ...aims.map(({ expr, sign }) => `${sign} ${textOf(expr, scope)}`),
      ...wheres.map(({ condition }) => textOf(condition, scope)),
    ],
    label: statement.name.name,
    inHand: inHand(context, statement, "search", () => ({ kind: "search", found: null })),
    stopped: () => mistake !== null || candidates.mistake() !== null,
    unwanted: (point, bounds) => conditions.find((one) => one.fails(point, bounds))?.reason ?? null,
    unwantedBeyond: (bounds) => conditions.find((one) => one.fails(null, bounds))?.reason ?? null,
    unmet:
      conditions.length === 0
        ? null
        : (row) => {
            const reason = unmet(context, row, conditions, { scope, misses: some ? null : misses, fail });
            some ||= reason === null;
            return reason;
          },
  };
  const found = context.outputs.search(context, request);
  const empty = found.best.length === 0 && found.decided === found.total && mistake === null;
  if (empty) nearestBounded(context, request, { conditions, misses, scope, fail });
  const setAside = found.skipped.some(({ kind }) => kind === "may not fit");
  const mayFit = empty && setAside ? bestThatMayFit(context, request) : null;
  const wrong = mistake ?? candidates.mistake();
  if (wrong) return wrong;
  const nearest = new Map(conditions.map(({ expr, reason }) => [reason, misses.text(expr)]));
  const rows: Row[] = [];
  const best = aims.length > 1 && keep !== undefined ? found.best.slice(0, keep) : found.best;
  for (const [at, point] of best.entries()) {
    const row = candidates.rowAt(point);
    if (row.kind === "poison") return row;
    rows.push({ ...rowOf(row), columns: new Map([["rank", plainNumber(at + 1)]]) });
  }
  // An objective may be ranked by another result, and is then not evaluated during the search. It may fail, as a cost does
  // without tokens or a price.
  for (const { expr } of rows.length > 0 ? aims : []) {
    const value = evaluate(context, expr, rowScope(rows[0] as Row, scope), null);
    if (value.kind === "poison") return value;
  }
  const varied = [...new Set(axes.flatMap(([step = []]) => step.map(({ path }) => path.join("."))))];
  return {
    kind: "table",
    name: statement.name.name,
    statement,
    scope,
    varied,
    derived: [],
    rows,
    all: rows,
    skipped: found.skipped.map((one) => {
      if (one.kind === "may not fit" && mayFit !== null) return { ...one, example: mayFit };
      const near = nearest.get(one.reason) ?? null;
      return near === null ? one : { ...one, example: near, nearest: near };
    }),
    tried: found.decided,
    total: found.total,
    feasible: found.feasible,
    partial: found.decided < found.total,
    large: false,
  };
}

const rowOf = (scenario: ScenarioValue): Row => ({ scenario, columns: new Map(), problem: null });

function unmet(
  context: Context,
  row: ScenarioValue,
  conditions: readonly Condition[],
  { scope, misses, fail }: { scope: Scope; misses: NearMisses | null; fail: (wrong: Poison) => null },
): string | null {
  const inner = scenarioScope(row, scope);
  for (const { expr, reason } of conditions) {
    const verdict = asTruth(evaluate(context, expr, inner, null), placeOf(expr, scope));
    if (typeof verdict !== "boolean") return fail(verdict);
    if (verdict) continue;
    misses?.note(context, expr, inner, row);
    return reason;
  }
  return null;
}

/** Plan fields that change the parallel layout only: not the batch, the tokens, the model or the machine. */
const LAYOUT: ReadonlySet<string> = new Set([
  ...[
    "tp",
    "sequence_parallel",
    "cp",
    "ep",
    "etp",
    "pp",
    "schedule",
    "vpp",
    "dp",
    "micro_batch",
    "recompute",
  ],
  ...["offload", "zero", "overlap", "offload_optimizer", "offload_weights", "rank_order"],
]);

const laysOut = ({ paths }: For): boolean =>
  paths.every(({ names: [part, field] }) => part?.name === "plan" && LAYOUT.has(field?.name ?? ""));
