import {
  absentShare,
  byPlace,
  type Context,
  type Draws,
  drawnFields,
  quantileOf,
  type ScenarioValue,
} from "../../dsl/evaluate/index.ts";
import type { DrawnNumber, DrawnSummary } from "../../report/index.ts";
import { boundedOutputs, LEVEL, type NamedBounds, type Uncertainty } from "../../uncertainty/index.ts";
import { drawnScenario } from "../answers/drawnAnswers.ts";
import { composed, fitOfDraws } from "./resultDraws.ts";

const TAIL = (1 - LEVEL) / 2;

/**
 * Intervals of an uncertain scenario: quantiles of its draws together with the engine's error, and the verdict on memory from
 * them. Those of a certain scenario are returned as they are.
 */
export function drawnUncertainty(
  context: Context,
  scenario: ScenarioValue,
  uncertainty: Uncertainty,
): Uncertainty {
  const uncertain = drawnScenario(context, scenario);
  if (!uncertain) return uncertainty;
  const bounds: Record<string, NamedBounds> = {};
  for (const row of boundedOutputs) {
    const before = uncertainty.bounds[row.path];
    const draws = before && composed(context, uncertain, scenario, row);
    if (before && draws)
      bounds[row.path] = { ...before, low: quantileOf(draws, TAIL), high: quantileOf(draws, 1 - TAIL) };
  }
  return {
    ...uncertainty,
    fits: fitOfDraws(context, uncertain, scenario)?.fit ?? uncertainty.fits,
    bounds: { ...uncertainty.bounds, ...bounds },
  };
}

/** Uncertain inputs of a scenario, and what they make of its main results; null for a certain scenario. */
export function drawnSummary(context: Context, scenario: ScenarioValue): DrawnSummary | null {
  const uncertain = drawnScenario(context, scenario);
  const found = uncertain && drawnFields(context, scenario);
  if (!uncertain || !found) return null;
  const inputs = [...found.inputs].sort(byPlace).map((input) => ({
    distribution: input.text,
    fields: found.fields.filter(({ draws }) => draws.inputs.has(input)).map(({ path }) => path.join(".")),
  }));
  const results = boundedOutputs.flatMap((row): readonly DrawnNumber[] => {
    const draws = uncertain.draws(row.path);
    const number = draws && numberOf(draws);
    if (!number || number.p10 === number.p90) return [];
    const whole = composed(context, uncertain, scenario, row);
    const { path, label, unit } = row;
    const ends = whole && { low: quantileOf(whole, TAIL), high: quantileOf(whole, 1 - TAIL) };
    return [{ path, label, unit, ...number, ...ends }];
  });
  const step = uncertain.draws("step_time");
  return { draws: uncertain.most, absent: step ? absentShare(step) : 0, inputs, results };
}

function numberOf(draws: Draws): { readonly p10: number; readonly p50: number; readonly p90: number } | null {
  const [p10 = 0, p50 = 0, p90 = 0] = [TAIL, 0.5, 1 - TAIL].map((share) => quantileOf(draws, share));
  return Number.isNaN(p50) ? null : { p10, p50, p90 };
}
