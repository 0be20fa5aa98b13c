import type { Point } from "../../../engine/search/candidates.ts";
import type { Sweep } from "../../ast/ast.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { plainNumber } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf } from "../expressions/exprText.ts";
import { rowScope } from "../expressions/row.ts";
import { scenarioPart } from "../expressions/scenarioValue.ts";
import { refusalDiagnostic } from "../scenario/resolve.ts";
import { type Aim, aimsOf, keepOf, pathText } from "../tables/aims.ts";
import type { Axis } from "../tables/combinations.ts";
import { eachTable, type For } from "../tables/eachTable.ts";
import { planCandidates } from "../tables/planCandidates.ts";
import { rank } from "../tables/rank.ts";
import { MOST_SETTINGS, settingCount } from "../tables/settingCount.ts";
import type { Context } from "../values/context.ts";
import { firstOf } from "../values/listing.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import type { Scope } from "../values/scope.ts";
import { type Poison, poison, type Row, type ScenarioValue, type TableValue } from "../values/value.ts";
import { askedSearch, KEPT } from "./askedSearch.ts";
import { bestThatMayFit } from "./bestThatMayFit.ts";
import { nearestBounded } from "./nearestBounded.ts";
import { isAllPlans, searchSpace, searchStart } from "./searchSpace.ts";

/**
 * True for a search over all plans, with or without a `per` clause that repeats it for several values. The derived
 * columns of such a search are computed for the best plans alone.
 */
export function searchesAllPlans(statement: Sweep): boolean {
  const per = new Set(keepOf(statement)?.per.map(pathText));
  const fors = statement.clauses
    .filter((clause) => clause.kind === "for")
    .filter(({ paths }) => !paths.some((path) => per.has(pathText(path))));
  return statement.kind === "search" && (fors.length === 0 || fors.some(isAllPlans));
}

/**
 * Runs a search over the plan space. The engine finds the best plans without estimating all of them, and counts the
 * reasons that reject plans. Rows are made for the best plans alone. Each combination of values of `for` clauses that
 * do not vary the plan's layout (machine, model, batch) is a search of its own.
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

/**
 * Error for a search over all plans of a scenario that sets parts of the step's time: no lower bound of a step holds
 * then, and the search would skip plans that are faster. Null for other scenarios.
 */
function setTimes(context: Context, { name }: Sweep, base: ScenarioValue, scope: Scope): Poison | null {
  const plan = base.parts.plan && scenarioPart(context, base, "plan");
  const times = plan?.kind === "record" ? context.readField(plan, "time") : null;
  const set = times?.kind === "record" ? [...times.fields.keys()] : [];
  if (set.length === 0) return null;
  const what = `a search over all plans that sets \`time.${set[0]}\``;
  const instead = "list the plans, as in `for plan.tp in [2, 4]`: each is then estimated with what is set";
  return poison(diagnostic("not-modelled", { what, instead }, { source: scope.source, span: name.span }));
}

function searchOne(
  context: Context,
  statement: Sweep,
  base: ScenarioValue,
  scope: Scope,
): TableValue | Poison {
  const unbounded = setTimes(context, statement, base, scope);
  if (unbounded) return unbounded;
  const axes = axesOf(context, statement, base, scope);
  if ("kind" in axes) return axes;
  const candidates = planCandidates(context, base, axes);
  const asked = askedSearch(context, statement, scope, candidates);
  const { request, aims, keep, conditions, misses } = asked;
  const found = context.outputs.search(context, request);
  const empty = found.best.length === 0 && found.decided === found.total && asked.mistake() === null;
  if (empty) nearestBounded(context, request, { conditions, misses, scope, fail: asked.fail });
  const setAside = found.skipped.some(({ kind }) => kind === "may not fit");
  const mayFit = empty && setAside ? bestThatMayFit(context, request) : null;
  const wrong = asked.mistake() ?? candidates.mistake();
  if (wrong) return wrong;
  const nearest = new Map(conditions.map(({ expr, reason }) => [reason, misses.text(expr)]));
  const best = aims.length > 1 && keep !== undefined ? found.best.slice(0, keep) : found.best;
  const rows = rankedRows(candidates, best);
  if ("kind" in rows) return rows;
  const failed = failingAim(context, aims, rows, scope);
  if (failed) return failed;
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

/**
 * Choices of field values that a search combines: those of the plan space, and the statement's `for` clauses besides
 * `plan in all`.
 */
function axesOf(
  context: Context,
  statement: Sweep,
  base: ScenarioValue,
  scope: Scope,
): readonly Axis[] | Poison {
  const place = placeOf(statement.base, scope);
  const fors = statement.clauses.filter((clause) => clause.kind === "for").filter((one) => !isAllPlans(one));
  const start = searchStart(context, base, place);
  if (start.kind === "poison") return start;
  const choices = context.outputs.planSpace(start.scenario);
  if ("code" in choices) return poison(refusalDiagnostic(context, base, choices, place));
  const axes = searchSpace(context, base, choices, fors, scope, place);
  if ("kind" in axes) return axes;
  const settings = settingCount(axes);
  if (settings <= MOST_SETTINGS) return axes;
  const size = { name: statement.name.name, rows: 2 ** settings, limit: 2 ** MOST_SETTINGS };
  return poison(diagnostic("too-many-rows", size, place));
}

/** Makes the table rows of the best plans, with their ranks. */
function rankedRows(candidates: PlanCandidates, best: readonly Point[]): readonly Row[] | Poison {
  const rows: Row[] = [];
  for (const [at, point] of best.entries()) {
    const row = candidates.rowAt(point);
    if (row.kind === "poison") return row;
    rows.push({ scenario: row, columns: new Map([["rank", plainNumber(at + 1)]]), problem: null });
  }
  return rows;
}

/**
 * Error from evaluating the objectives on the best plan; null for none. A search may rank plans by an equivalent result
 * (step time instead of cost) and never evaluate the objective itself. The objective can still fail: a cost needs
 * tokens and a price.
 */
function failingAim(
  context: Context,
  aims: readonly Aim[],
  [first]: readonly Row[],
  scope: Scope,
): Poison | null {
  if (!first) return null;
  for (const { expr } of aims) {
    const value = evaluate(context, expr, rowScope(first, scope), null);
    if (value.kind === "poison") return value;
  }
  return null;
}

/**
 * Plan fields that change only the parallel layout of a plan. One search covers all `for` clauses over these fields.
 * Each value of any other clause, such as a batch or a machine, makes a search of its own.
 */
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
