import type { Algebra } from "../core/algebra.ts";
import type { Derivation } from "../core/derivation.ts";
import { derivations } from "../core/derivations.ts";
import { withoutEffect } from "../core/idleField.ts";
import { numbers } from "../core/numbers.ts";
import type { Breakdown } from "../estimate/breakdown.ts";
import type { Estimate } from "../estimate/estimate.ts";
import type { Inference } from "../estimate/inference.ts";
import { idleFields } from "../refusals/idleFields.ts";
import { refusals } from "../refusals/refusals.ts";
import { wholeShards } from "../refusals/wholeShards.ts";
import type { Model } from "../scenario/model.ts";
import type { Origin, Refusal, Scenario } from "../scenario/scenario.ts";
import { inferenceWith } from "../serving/inference.ts";
import { servingScenario, unserved, writtenAt } from "../serving/servingScenario.ts";
import { neverFinishes } from "../trainingRun/run/neverFinishes.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { countParams } from "../trainingStep/model/params.ts";
import { estimateWith, wholeEstimate } from "./estimateWith.ts";
import { heldBySharding } from "./heldBySharding.ts";
import { slowerFormat } from "./slowerFormat.ts";

export type Answer<N = number> =
  | { readonly ok: true; readonly estimate: Estimate<N>; readonly warnings: readonly Refusal[] }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** What the engine says of a scenario, as numbers in base units. */
export function estimate(scenario: Scenario): Answer {
  return whole(estimateOnDemand(scenario));
}

/** The same, worked out chapter by chapter as it is read: a table that shows step times pays for nothing else. */
export function estimateOnDemand(scenario: Scenario): Answer {
  return answer(scenario, numbers);
}

/** The same with a derivation in place of every number. */
export function explainScenario(scenario: Scenario): Answer<Derivation> {
  return whole(answer(scenario, derivations(scenario.origins)));
}

/**
 * Settings that somebody wrote and that change nothing here, or do the opposite of what they are for. Rows of tables are not asked for
 * them: what they inherit is another's. Some need further estimates, of memory or of the step.
 */
export function unmetIntentions(scenario: Scenario, { memory, time }: Estimate): readonly Refusal[] {
  const sharding = heldBySharding(scenario, memory);
  return [
    ...withoutEffect(idleFields, scenario),
    ...(sharding.length > 0 ? sharding : wholeShards(scenario)),
    ...slowerFormat(scenario, time.step.value),
  ];
}

/** What keeps a scenario from an answer, and what its author should know, without the answer. */
export const refusalsOf = (scenario: Scenario): readonly Refusal[] =>
  refusals(scenario, stageLayouts(scenario.model, scenario.plan));

function whole<N>(of: Answer<N>): Answer<N> {
  return of.ok ? { ...of, estimate: wholeEstimate(of.estimate) } : of;
}

function answer<N>(scenario: Scenario, alg: Algebra<N>): Answer<N> {
  const layouts = stageLayouts(scenario.model, scenario.plan);
  const found = refusals(scenario, layouts);
  if (found.some((refusal) => refusal.severity === "error")) return { ok: false, refusals: found };
  const result = estimateWith(alg, scenario, layouts);
  if (!result) return { ok: false, refusals: found };
  const endless = neverFinishes(alg, scenario, result);
  return endless
    ? { ok: false, refusals: [endless, ...found] }
    : { ok: true, estimate: result, warnings: found };
}

export type InferenceAnswer<N = number> =
  | { readonly ok: true; readonly inference: Inference<N> }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** What serving the trained model takes: asked for by itself, as an estimate of training pays nothing for it. */
export function inference(scenario: Scenario): InferenceAnswer {
  return served(scenario, () => numbers);
}

/** The same with a derivation in place of every number. */
export function explainInference(scenario: Scenario): InferenceAnswer<Derivation> {
  return served(scenario, derivations);
}

function served<N>(
  scenario: Scenario,
  algebra: (origins: Readonly<Record<string, Origin>>) => Algebra<N>,
): InferenceAnswer<N> {
  const serving = servingScenario(scenario);
  const layouts = stageLayouts(serving.model, serving.plan);
  const found = [...unserved(serving), ...refusals(serving, layouts)].filter(
    (refusal) => refusal.severity === "error",
  );
  const kvBytes = scenario.plan.serve?.kvBytes ?? scenario.plan.precision.activationBytes;
  const result = found.length > 0 ? null : inferenceWith(algebra(serving.origins), serving, layouts, kvBytes);
  return result
    ? { ok: true, inference: result }
    : { ok: false, refusals: found.map((one) => ({ ...one, fields: one.fields.map(writtenAt) })) };
}

/**
 * Parameters of a model alone, by part, every kind of attention and MLP included; and those a token passes through: all of
 * a dense model, the routed share of a mixture of experts.
 */
export function modelParams(model: Model): { readonly params: Breakdown; readonly activeParams: number } {
  const { params, active } = countParams(numbers, model);
  return { params, activeParams: active };
}

/** The same with a derivation in place of every number. */
export function explainModelParams(
  model: Model,
  origins: Readonly<Record<string, Origin>>,
): { readonly params: Breakdown<Derivation>; readonly activeParams: Derivation } {
  const { params, active } = countParams(derivations(origins), model);
  return { params, activeParams: active };
}
