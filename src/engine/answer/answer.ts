import type { Algebra } from "../core/algebra.ts";
import type { Derivation } from "../core/derivation.ts";
import { derivations } from "../core/derivations.ts";
import { withoutEffect } from "../core/idleField.ts";
import { numbers } from "../core/numbers.ts";
import type { Breakdown } from "../estimate/breakdown.ts";
import type { Estimate } from "../estimate/estimate.ts";
import type { Inference } from "../estimate/inference.ts";
import type { RlEstimate } from "../estimate/rl.ts";
import type { ServingLoad } from "../estimate/servingLoad.ts";
import { idleFields } from "../refusals/idleFields.ts";
import { refusals } from "../refusals/refusals.ts";
import { wholeShards } from "../refusals/wholeShards.ts";
import { rlRefusals, rolloutWithoutRoom } from "../rl/rlRefusals.ts";
import { rlStep } from "../rl/rlStep.ts";
import type { Model } from "../scenario/model.ts";
import type { Origin, Refusal, Scenario } from "../scenario/scenario.ts";
import { inferenceWith } from "../serving/inference.ts";
import { meanSteps } from "../serving/meanSteps.ts";
import { requestWithoutRoom, servingLoad } from "../serving/servingLoad.ts";
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

/** The engine's estimate of a scenario, as numbers in base units, with every chapter computed. */
export function estimate(scenario: Scenario): Answer {
  return whole(estimateOnDemand(scenario));
}

/**
 * A lazy estimate of a scenario, computed chapter by chapter as it is read. A table that shows step times
 * pays for nothing else.
 */
export function estimateOnDemand(scenario: Scenario): Answer {
  return answer(scenario, numbers);
}

/** The engine's estimate of a scenario, with a derivation in place of every number. */
export function explainScenario(scenario: Scenario): Answer<Derivation> {
  return whole(answer(scenario, derivations(scenario.origins)));
}

/**
 * Warnings for settings that have no effect here, or the opposite of their purpose. Rows of tables do not get
 * them, because they inherit settings that others wrote. Some need further estimates of memory or of the
 * step.
 */
export function unmetIntentions(scenario: Scenario, { memory, time }: Estimate): readonly Refusal[] {
  const sharding = heldBySharding(scenario, memory);
  return [
    ...withoutEffect(idleFields, scenario),
    ...(sharding.length > 0 ? sharding : wholeShards(scenario)),
    ...slowerFormat(scenario, time.step.value),
  ];
}

/** Refusals and warnings of a scenario, without an estimate. */
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

/** Inference with the trained model. Separate, so that an estimate of training does not pay for it. */
export function inference(scenario: Scenario): InferenceAnswer {
  return served(scenario, () => numbers);
}

/** Inference with the trained model, with a derivation in place of every number. */
export function explainInference(scenario: Scenario): InferenceAnswer<Derivation> {
  return served(scenario, derivations);
}

export type RlAnswer<N = number> =
  | { readonly ok: true; readonly rl: RlEstimate<N> }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** An iteration of RL post-training. Separate, so that an estimate of training does not pay for it. */
export const reinforcement = (scenario: Scenario, estimate: Estimate): RlAnswer =>
  reinforced(numbers, scenario, estimate);

/** An iteration of RL post-training, with a derivation in place of every number. */
export function explainReinforcement(scenario: Scenario): RlAnswer<Derivation> {
  const explained = explainScenario(scenario);
  return explained.ok ? reinforced(derivations(scenario.origins), scenario, explained.estimate) : explained;
}

function reinforced<N>(alg: Algebra<N>, scenario: Scenario, estimate: Estimate<N>): RlAnswer<N> {
  const found = rlRefusals(scenario);
  if (found.length > 0) return { ok: false, refusals: found };
  const rl = rlStep(alg, scenario, estimate);
  return rl ? { ok: true, rl } : { ok: false, refusals: [rolloutWithoutRoom(scenario)] };
}

export type LoadAnswer<N = number> =
  | {
      readonly ok: true;
      readonly load: ServingLoad<N>;
      /** Prefill of one prompt of mean length, and a step of decoding at the mean batch, s. */
      readonly prefill: N;
      readonly decode: N;
    }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** Serving under the requests of `plan.serve.arrivals`, simulated. Separate, so that nothing else pays for it. */
export const serving = (scenario: Scenario): LoadAnswer => loaded(numbers, scenario);

/** Serving under arriving requests, with a derivation in place of every number. */
export const explainServing = (scenario: Scenario): LoadAnswer<Derivation> =>
  loaded(derivations(scenario.origins), scenario);

function loaded<N>(alg: Algebra<N>, scenario: Scenario): LoadAnswer<N> {
  const whole = inference(scenario);
  if (!whole.ok) return whole;
  const arrivals = scenario.plan.serve?.arrivals;
  const made = arrivals ? servingLoad(alg, scenario, arrivals) : null;
  if (arrivals && made?.kind === "load") {
    const steps = meanSteps(alg, scenario, arrivals, made.load);
    if (steps) return { ok: true, load: made.load, ...steps };
  }
  return { ok: false, refusals: made?.kind === "room" ? [requestWithoutRoom(made)] : [] };
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
 * Parameters of a model alone, by part. `activeParams` are those that a token uses: all of a dense model, the
 * routed share of a mixture of experts.
 */
export function modelParams(model: Model): { readonly params: Breakdown; readonly activeParams: number } {
  const { params, active } = countParams(numbers, model);
  return { params, activeParams: active };
}

/** Parameters of a model, with a derivation in place of every number. */
export function explainModelParams(
  model: Model,
  origins: Readonly<Record<string, Origin>>,
): { readonly params: Breakdown<Derivation>; readonly activeParams: Derivation } {
  const { params, active } = countParams(derivations(origins), model);
  return { params, activeParams: active };
}
