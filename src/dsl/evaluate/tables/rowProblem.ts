import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import type { Context } from "../values/context.ts";
import type { Poison, ScenarioValue } from "../values/value.ts";
import { isInfeasible } from "./skipCounts.ts";

/**
 * Reason why the engine has no answer for one row, such as an invalid plan; null where the engine has an answer. An
 * error in the program's text applies to all rows, and is returned as a value of the kind `poison`.
 */
export function rowProblem(
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
