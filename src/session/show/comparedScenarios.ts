import type { Expr } from "../../dsl/ast/ast.ts";
import type { Value } from "../../dsl/evaluate/index.ts";
import { type ComparedScenario, scenarioComparison } from "../../report/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { uncertaintyIn } from "../answers/lateAnswers.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import { explainable } from "./explainable.ts";
import { show } from "./show.ts";
import { blocks, type Shown } from "./shown.ts";

/** An item of a statement, with its label and value. */
export interface Labelled {
  readonly expr: Expr;
  readonly label: string;
  readonly value: Value;
  /** Expression of the scenario, as `explain` takes it; null where the program has none. */
  readonly of: string | null;
}

/**
 * Comparison of scenarios in one table, with the warnings and data of each scenario's own page. With `changes`, each
 * scenario after the first has its change from the first. Null where an item is no scenario or has an error.
 */
export function comparedScenarios(run: Run, items: readonly Labelled[], changes = false): Shown | null {
  const found: ComparedScenario[] = [];
  const data: unknown[] = [];
  for (const { expr, label, value, of } of items) {
    const place = placeIn(run, expr);
    if (value.kind !== "scenario") return null;
    const page = show(run.context, label, value, place, run.versions);
    const answer = page.kind === "shown" ? answerOf(run.context, value, place) : page;
    if (page.kind === "poison" || answer.kind === "poison") return null;
    const { scenario, estimate } = answer;
    data.push(page.data);
    found.push({
      label,
      scenario,
      estimate,
      fits: uncertaintyIn(answer).fits,
      ...(of === null ? {} : { of }),
    });
  }
  return {
    kind: "shown",
    document: explainable(run.context, blocks(scenarioComparison(found, changes)), null),
    data,
  };
}
