/** The engine's door: a `Scenario` goes in, an `Estimate` or the reasons against one come out. */
import type { Algebra } from "./algebra.ts";
import type { Breakdown } from "./breakdown.ts";
import type { Derivation } from "./derivation.ts";
import { derivations } from "./derivations.ts";
import type { Inference } from "./estimate/inference.ts";
import type { Estimate } from "./estimate.ts";
import { estimateWith, wholeEstimate } from "./estimateWith.ts";
import { heldBySharding } from "./heldBySharding.ts";
import { stageLayouts } from "./model/layout.ts";
import { countParams } from "./model/params.ts";
import { numbers } from "./numbers.ts";
import { withoutEffect } from "./refusals/idleField.ts";
import { idleFields } from "./refusals/idleFields.ts";
import { refusals } from "./refusals/refusals.ts";
import { wholeShards } from "./refusals/wholeShards.ts";
import { neverFinishes } from "./run/neverFinishes.ts";
import type { Model } from "./scenario/model.ts";
import type { Origin, Refusal, Scenario } from "./scenario.ts";
import { inferenceWith } from "./serving/inference.ts";
import { servingScenario, unserved, writtenAt } from "./serving/servingScenario.ts";
import { slowerFormat } from "./slowerFormat.ts";

export type { Algebra, Part } from "./algebra.ts";
export { type PeerGroup, peerGroups } from "./communication/fabric/peerGroups.ts";
export type { Derivation } from "./derivation.ts";
export type { Inference } from "./estimate/inference.ts";
export type { Simulation } from "./estimate/simulation.ts";
export { wholeEstimate } from "./estimateWith.ts";
export type { FormulaInfo } from "./formulas/formulaInfo.ts";
export { latex, latexSymbol } from "./formulas/latex.ts";
export { memoryParts } from "./memory/memoryOutputs.ts";
export { memoryTree } from "./memory/memoryTree.ts";
export type { Output } from "./output.ts";
export { modelOutputPaths, outputs } from "./outputs.ts";
export { overflow } from "./overflow.ts";
export { machineRefusals } from "./refusals/machineRefusals.ts";
export { type Roof, type Roofline, type RooflinePoint, roofline } from "./roofline/roofline.ts";
export { explainSimulation } from "./run/simulation/explainSimulation.ts";
export { simulation } from "./run/simulation/simulation.ts";
export { chunksPerStage, splitsBackward } from "./schedule.ts";
export { type Pass, type Timeline, timeline } from "./step/timeline.ts";
export { timeParts } from "./step/timeOutputs.ts";
export { heldBySharding, slowerFormat };

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
