import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  type Poison,
  poison,
  refusalDiagnostic,
  type ScenarioValue,
} from "../../dsl/evaluate/index.ts";
import { type Inference, inference, type Simulation, simulation } from "../../engine/index.ts";
import { type Uncertainty, uncertaintyOf } from "../../uncertainty/index.ts";
import type { Answer } from "./answer.ts";

/** Memory, speed and cost of serving a scenario's model, or why they are unknown. */
export type ServedAnswer = { readonly kind: "served"; readonly inference: Inference } | Poison;

const inferences = new WeakMap<Answer, ServedAnswer>();

/** Serving estimate of a scenario's model. Lazy, memoised by answer. */
export function inferenceOf(
  context: Context,
  scenario: ScenarioValue,
  answer: Answer,
  asked: Place,
): ServedAnswer {
  let known = inferences.get(answer);
  if (!known) {
    const made = inference(answer.scenario);
    known = made.ok
      ? { kind: "served", inference: made.inference }
      : poison(...made.refusals.map((refusal) => refusalDiagnostic(context, scenario, refusal, asked)));
    inferences.set(answer, known);
  }
  return known;
}

const simulations = new WeakMap<Answer, Simulation | null>();

/** Simulated runs with random failures. Lazy, memoised by answer; null for a scenario without failures. */
export function simulationIn(answer: Answer): Simulation | null {
  let known = simulations.get(answer);
  if (known === undefined) {
    known = simulation(answer.scenario, answer.estimate);
    simulations.set(answer, known);
  }
  return known;
}

const uncertainties = new WeakMap<Answer, Uncertainty>();

/** Uncertainty intervals of an estimate. Lazy, memoised by answer. */
export function uncertaintyIn(answer: Answer): Uncertainty {
  let known = uncertainties.get(answer);
  if (!known) {
    known = uncertaintyOf(answer.scenario, answer.estimate);
    uncertainties.set(answer, known);
  }
  return known;
}
