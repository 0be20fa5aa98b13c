import type { Expr, Solve, Sweep } from "../../ast/ast.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { expressionMemoIn, rowScope, scenarioScope } from "../expressions/row.ts";
import { changeScenario } from "../expressions/scenarioValue.ts";
import { lacksAnswer } from "../tables/lacksAnswer.ts";
import { rowProblem } from "../tables/rowProblem.ts";
import { RowScenarios } from "../tables/rowScenarios.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, ScenarioValue, Value } from "../values/value.ts";
import type { Knob } from "./knobs.ts";

/** Reads what is asked of one scenario, in a scope in which its parts and results are names. */
export type Reader<R> = (scope: Scope, scenario: ScenarioValue) => R | Poison;

/** The scenario of a `solve` statement at settings of its knobs. */
export interface Probes {
  readonly context: Context;
  readonly knobs: readonly Knob[];
  readonly scope: Scope;
  /** Scenario with the knobs at these numbers. */
  scenarioAt(values: readonly number[]): ScenarioValue | Poison;
  /** Reads one scenario; null where the engine has no answer for it. */
  at<R extends object>(values: readonly number[], read: Reader<R>): R | Poison | null;
  /**
   * Reads the scenarios of all combinations of the knobs' numbers as rows of a table, whose answers a compiled estimate
   * gives. The last knob changes fastest. Null where the engine has no answer. Ends early after an interrupt.
   */
  grid<R extends object>(
    values: readonly (readonly number[])[],
    read: Reader<R>,
  ): readonly (R | null)[] | Poison;
  /** Reason why the engine had no answer for the latest scenario without one; null while every scenario has had one. */
  readonly refused: Diagnostic | null;
}

export function probesOf(
  context: Context,
  statement: Solve,
  base: ScenarioValue,
  scope: Scope,
  knobs: readonly Knob[],
): Probes {
  let refused: Diagnostic | null = null;
  const asked = { source: scope.source, span: statement.name.span };
  const scenarioAt = (values: readonly number[]): ScenarioValue | Poison =>
    changeScenario(
      context,
      base,
      knobs.map((knob, i) => knob.setting(values[i] ?? knob.low)),
      base.name,
    );
  /** True where a scenario has an answer. */
  const answered = (scenario: ScenarioValue): boolean | Poison => {
    const problem = rowProblem(context, scenario, asked);
    if (problem === null || problem.kind === "poison") return problem ?? true;
    refused = problem.found;
    return false;
  };
  /** Value that was read; null where the scenario has an estimate and no answer for the result that is read. */
  const orRefused = <R extends object>(found: R | Poison): R | Poison | null => {
    const lacking = lacksAnswer(found as Value | null);
    refused = lacking ?? refused;
    return lacking ? null : found;
  };
  return {
    ...{ context, knobs, scope, scenarioAt },
    get refused() {
      return refused;
    },
    at(values, read) {
      const scenario = scenarioAt(values);
      if (scenario.kind === "poison") return scenario;
      const has = answered(scenario);
      if (has !== true) return has === false ? null : has;
      const found = read(scenarioScope(scenario, scope), scenario);
      context.outputs.release(scenario);
      return orRefused(found);
    },
    grid<R extends object>(values: readonly (readonly number[])[], read: Reader<R>) {
      const axes = knobs.map((knob, i) => (values[i] ?? []).map((x) => [knob.setting(x)]));
      const rows = new RowScenarios(context, base, axes, { large: true, statement: sweepOf(statement, []) });
      const mistake = rows.mistake();
      if (mistake) return mistake;
      const count = axes.reduce((product, steps) => product * steps.length, 1);
      const memo = expressionMemoIn(scope);
      const found: (R | null)[] = [];
      for (let place = 0; place < count && !context.interrupted(); place++) {
        context.progress(place + 1, count, statement.name.name);
        const scenario = rows.at(place);
        const has = answered(scenario);
        if (typeof has !== "boolean") return has;
        const one = has ? orRefused(read(rowScope(rows.row(place, null), scope, memo), scenario)) : null;
        context.outputs.release(scenario);
        if (one !== null && "kind" in one && one.kind === "poison") return one as Poison;
        found.push(one as R | null);
      }
      return found;
    },
  };
}

/** Statement of the table that a `solve` statement gives: its name, base and objective, over the found numbers. */
export function sweepOf({ span, name, base, clauses }: Solve, found: readonly Expr[]): Sweep {
  const kept = clauses.flatMap((clause): Sweep["clauses"] => {
    if (clause.kind !== "for") return clause.kind === "where" ? [] : [clause];
    const { kind, paths } = clause;
    return [{ kind, span: clause.span, paths, in: { kind: "list", span: clause.in.span, items: found } }];
  });
  return { kind: "sweep", span, name, base, clauses: kept };
}
