import type { Compare } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  asScenario,
  describe,
  evaluate,
  groupIn,
  type MeasuredRun,
  type ScenarioValue,
  textOf,
} from "../../dsl/evaluate/index.ts";
import { documentOf } from "../../report/index.ts";
import { comparedScenarios, type Labelled } from "../show/comparedScenarios.ts";
import { itemOf, objectOf } from "../show/explainable.ts";
import { blocks } from "../show/shown.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import { causesOf, MEASURES } from "./causes.ts";
import { compareMeasured } from "./compareMeasured.ts";
import { whyBlocks } from "./whyBlocks.ts";

/**
 * Runs a `compare` statement: scenarios side by side, the change of each from the first, and below the table which of
 * its settings cause it. A measured run is compared with its prediction.
 */
export function runCompare(run: Run, statement: Compare): void {
  const items: (Labelled & { readonly scenario: ScenarioValue })[] = [];
  const measured: { readonly label: string; readonly value: MeasuredRun }[] = [];
  for (const expr of statement.items) {
    const value = evaluate(run.context, expr, run.scope, null);
    if (value.kind === "poison") {
      run.reportAll(value);
      return;
    }
    const many = value.kind === "list" ? value.items : [value];
    for (const [at, one] of many.entries()) {
      if (one.kind === "measured") {
        measured.push({ label: value.kind === "list" ? one.name : textOf(expr, run.scope), value: one });
        continue;
      }
      const scenario = asScenario(one);
      if (!scenario || groupIn(scenario)) {
        const params = {
          what: "`compare`",
          wanted: "scenarios, or a measured run and a scenario",
          found: describe(one),
        };
        run.report(diagnostic("wrong-kind", params, placeIn(run, expr)));
        return;
      }
      const label = value.kind === "list" ? scenario.name : textOf(expr, run.scope);
      const own = value.kind === "list" ? itemOf(expr, at, many.length) : expr;
      const of = own && objectOf(own, scenario, run.scope);
      items.push({ expr, label, of, value: scenario, scenario });
    }
  }
  if (measured.length > 0) {
    compareMeasured(run, statement, measured, items);
    return;
  }
  const [first, ...others] = items;
  if (!first || others.length === 0) {
    const params = { what: "`compare`", wanted: "two scenarios or more", found: "one" };
    run.report(diagnostic("wrong-kind", params, { source: run.scope.source, span: statement.span }));
    return;
  }
  const table = comparedScenarios(run, items, true);
  if (!table) {
    for (const { expr, scenario } of items) {
      const problem = run.context.outputs.check(run.context, scenario, placeIn(run, expr));
      if (problem) run.reportAll(problem);
    }
    return;
  }
  const causes = others.map((one) => ({
    label: one.label,
    ...causesOf(run.context, first.scenario, one.scenario, MEASURES, placeIn(run, one.expr)),
  }));
  const documents = causes.map((one) => blocks(...whyBlocks(one.label, first.label, one.blocks)));
  const data = { scenarios: table.data, causes: causes.map(({ blocks: _, ...found }) => found) };
  run.output("show", statement.span.start, documentOf(table.document, ...documents), data);
}
