import type { Expr, Solve } from "../../ast/ast.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { counted } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf } from "../expressions/exprText.ts";
import { wrongType } from "../expressions/problem.ts";
import { scenarioScope } from "../expressions/row.ts";
import { asScenario } from "../expressions/scenarioValue.ts";
import { ownMargin } from "../search/ownMargin.ts";
import { aimsOf } from "../tables/aims.ts";
import type { Context } from "../values/context.ts";
import { listing } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import {
  NO_COLUMNS,
  NONE,
  type Poison,
  poison,
  type Row,
  type TableValue,
  type Value,
} from "../values/value.ts";
import { askedOf } from "./conditions.ts";
import { knobsOf } from "./knobs.ts";
import { probesOf, sweepOf } from "./probes.ts";
import { MAX_KNOBS, solveMany } from "./solveMany.ts";
import { solveOne } from "./solveOne.ts";

/**
 * Runs a `solve` statement: its answer as a table with a row for each found setting, the answer in words, and a warning
 * that says how near the nearest came where there is none.
 */
export function runSolve(context: Context, statement: Solve, scope: Scope): TableValue | Poison {
  const value = evaluate(context, statement.base, scope, null);
  if (value.kind === "poison") return value;
  const base = asScenario(value);
  if (!base) return wrongType("`solve`", "a scenario", value, placeOf(statement.base, scope));
  const knobs = knobsOf(context, statement, base, scope);
  if ("kind" in knobs) return knobs;
  const asked = askedOf(statement, scope);
  const sweep = sweepOf(statement, []);
  const [aim] = aimsOf(sweep);
  const place = { source: scope.source, span: statement.name.span };
  const [knob] = knobs;
  if (!knob) return poison();
  const problem = aim
    ? mixed(
        asked.some(({ op }) => op === "=="),
        knobs.length,
      )
    : knobs.length > 1
      ? MANY
      : null;
  if (problem) return poison(diagnostic("wrong-type", { what: "`solve`", ...problem }, place));
  context.quiet++;
  const probes = probesOf(context, statement, base, scope, knobs);
  const fit = ownMargin(asked.map(({ expr }) => expr)) ? "maybe" : "yes";
  const answer = aim ? solveMany(probes, knobs, asked, { aim, fit }) : solveOne(probes, knob, asked);
  context.quiet--;
  if (answer.kind === "poison") return answer;
  const rows: Row[] = [];
  for (const values of answer.rows) {
    const scenario = probes.scenarioAt(values);
    if (scenario.kind === "poison") return scenario;
    rows.push({ scenario, columns: NO_COLUMNS, problem: null });
  }
  if (context.interrupted())
    context.warn(diagnostic("interrupted", { where: "before the range was searched" }, place));
  else if (answer.none !== null)
    context.warn(diagnostic("no-solution", { name: statement.name.name, text: answer.none }, place));
  const listed = listing(rows.length, (at) => rows[at] as Row);
  const first = rows[0];
  const best: Value =
    !first || !aim ? NONE : counted(evaluate(context, aim.expr, scenarioScope(first.scenario, scope), null));
  return {
    ...{ kind: "table", name: statement.name.name, statement: sweep, scope },
    varied: knobs.map(({ path }) => path),
    // A text that was cut is no expression.
    derived: asked.flatMap(({ op, subject }) => (op === "" || subject.endsWith("…") ? [] : [subject])),
    ...{ rows: listed, all: listed, skipped: [], total: rows.length, feasible: rows.length, large: false },
    // An answer from a part of the range is none: it is looked for again when something reads it.
    ...(context.interrupted() ? { partial: true, tried: 0 } : { partial: false, tried: rows.length }),
    solved: {
      words: answer.words,
      value: aim ? best : (answer.rows[0]?.map((x) => knob.value(x))[0] ?? NONE),
      asked: asked.map(({ expr, subject }) => ({ expr: leftOf(expr), subject })),
      curve: answer.curve,
    },
  };
}

const leftOf = (expr: Expr): Expr => (expr.kind === "binary" ? expr.left : expr);

const MANY = {
  wanted: "`minimize` or `maximize` with several ranges",
  found: "conditions alone",
  help: "with one range it finds where the conditions hold; with several, the best of what meets them",
};

/** Problem of a statement with an objective; null for none. */
function mixed(equality: boolean, knobs: number) {
  if (knobs > MAX_KNOBS)
    return {
      wanted: `at most ${MAX_KNOBS} ranges`,
      found: `${knobs}`,
      help: "a `search` goes through lists of values",
    };
  if (!equality) return null;
  return {
    wanted: "limits (`<=`, `>=`) beside an objective",
    found: "`==`",
    help: "write the side that the objective pushes against: the best numbers then meet it exactly",
  };
}
