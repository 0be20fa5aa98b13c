import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  type Poison,
  poison,
  refusalDiagnostic,
  resolve,
  type ScenarioValue,
} from "../../dsl/evaluate/index.ts";
import { estimateOnDemand, overflow, unmetIntentions } from "../../engine/index.ts";
import type { Answer } from "./answer.ts";
import { withSuggestion } from "./withSuggestion.ts";

const answers = new WeakMap<ScenarioValue, Answer | Poison>();

/**
 * The engine's estimate of a scenario, memoised by scenario. Each reason why the scenario is invalid becomes a
 * diagnostic at the field that causes it.
 */
export function answerOf(context: Context, scenario: ScenarioValue, asked: Place | null): Answer | Poison {
  let answer = answers.get(scenario);
  if (!answer) {
    answer = ask(context, scenario, asked);
    answers.set(scenario, answer);
  }
  if (answer.kind === "answer") for (const warning of answer.warnings) context.warn(warning);
  return answer;
}

function ask(context: Context, scenario: ScenarioValue, asked: Place | null): Answer | Poison {
  const resolved = resolve(context, scenario);
  if (resolved.kind === "poison") return resolved;
  const result = estimateOnDemand(resolved.scenario);
  const toDiagnostic = (refusal: Parameters<typeof refusalDiagnostic>[2]) =>
    refusalDiagnostic(context, scenario, refusal, asked);
  if (!result.ok) {
    const errors = result.refusals.filter((one) => one.severity === "error");
    // Rows of a table show no fixes, because finding fixes takes many trials.
    const shown =
      context.quiet > 0
        ? errors
        : errors.map((one) => withSuggestion(context, scenario, resolved.scenario, one));
    return poison(...shown.map(toDiagnostic));
  }
  // A row of a table is checked only for the results that are read from it.
  const isRow = context.quiet > 0 || scenario.ahead !== undefined;
  const beyond = isRow ? null : overflow(result.estimate);
  if (beyond !== null) return poison(toDiagnostic(beyond));
  return {
    kind: "answer",
    scenario: resolved.scenario,
    estimate: result.estimate,
    // Rows of a table give no warnings.
    warnings: isRow
      ? []
      : [...result.warnings, ...unmetIntentions(resolved.scenario, result.estimate)].map(toDiagnostic),
  };
}

/**
 * Stores an estimate that a search has computed, so that reading the scenario's results does not estimate it
 * again.
 */
export function keepAnswer(scenario: ScenarioValue, answer: Answer): void {
  answers.set(scenario, answer);
}

/** Drops the memo of a scenario that nobody reads again, such as a row of a long table. */
export function forgetAnswer(scenario: ScenarioValue): void {
  answers.delete(scenario);
}
