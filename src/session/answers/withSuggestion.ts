import { either } from "../../dsl/diagnostics/index.ts";
import {
  type Change,
  type Context,
  changeScenario,
  resolve,
  type ScenarioValue,
} from "../../dsl/evaluate/index.ts";
import { refusalsOf } from "../../engine/index.ts";
import type { Refusal, Scenario } from "../../engine/scenario/scenario.ts";
import { inBase } from "../../units/index.ts";
import { type CandidateFix, candidateFixes } from "./candidateFixes.ts";

const NOWHERE = { source: { name: "help", text: "" }, span: { start: 0, end: 0 } };

/**
 * Copy of a divisibility error with the parameter `good`: values of a field that make the scenario valid without
 * causing another error. Candidates are tried, because a value may divide the heads but not the width, or leave a
 * fractional number of replicas. `good` is "" where no tried value works.
 */
export function withSuggestion(
  context: Context,
  value: ScenarioValue,
  scenario: Scenario,
  refusal: Refusal,
): Refusal {
  const fixes = candidateFixes(scenario, refusal);
  if (fixes === null) return refusal;
  const given = errorsIn(scenario);
  const removesError = ({ path, unit }: CandidateFix, to: number): boolean => {
    const binding = { kind: "value", value: inBase(to, unit), text: "help", place: NOWHERE } as const;
    const change: Change = { path, places: path.map(() => NOWHERE), binding };
    const left = errorsOf(context, changeScenario(context, value, [change]));
    return left?.every((one) => given.includes(one) && one !== nameOf(refusal)) ?? false;
  };
  for (const fix of fixes) {
    const found = firstOf(fix.values, fix.most, (to) => removesError(fix, to));
    if (found.length > 0) return { ...refusal, params: { ...refusal.params, good: textOf(fix, found) } };
  }
  return { ...refusal, params: { ...refusal.params, good: "" } };
}

function firstOf(
  values: readonly number[],
  most: number,
  holds: (value: number) => boolean,
): readonly number[] {
  const found: number[] = [];
  for (const value of values) {
    if (holds(value)) found.push(value);
    if (found.length === most) break;
  }
  return found.sort((a, b) => a - b);
}

/** Text of the values suggested for a field: `tp = 4, 8 or 16`, `global_batch = 96 or 102 sequences`. */
function textOf({ path, unit }: CandidateFix, values: readonly number[]): string {
  const named = `${path.at(-1)} = ${either(values)}`;
  return unit === "sequence" ? `${named} sequences` : named;
}

const nameOf = ({ code, params }: Refusal): string => JSON.stringify([code, params]);

/** Errors of a changed scenario as texts (code and parameters); null where the change gives no scenario at all. */
function errorsOf(context: Context, value: ReturnType<typeof changeScenario>): readonly string[] | null {
  if (value.kind === "poison") return null;
  context.quiet++;
  const resolved = resolve(context, value);
  context.quiet--;
  return resolved.kind === "poison" ? null : errorsIn(resolved.scenario);
}

const errorsIn = (scenario: Scenario): readonly string[] =>
  refusalsOf(scenario)
    .filter(({ severity }) => severity === "error")
    .map(nameOf);
