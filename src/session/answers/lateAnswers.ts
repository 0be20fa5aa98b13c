import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  type Poison,
  poison,
  refusalDiagnostic,
  type ScenarioValue,
} from "../../dsl/evaluate/index.ts";
import {
  type Inference,
  inference,
  type RlEstimate,
  reinforcement,
  type ServingLoad,
  type Simulation,
  serving,
  simulation,
} from "../../engine/index.ts";
import { type Uncertainty, uncertaintyOf } from "../../uncertainty/index.ts";
import type { Answer } from "./answer.ts";

/**
 * Memory, speed and cost of serving a scenario's model for inference, or the diagnostics that say why there is no such
 * estimate.
 */
export type ServedAnswer = { readonly kind: "served"; readonly inference: Inference } | Poison;

const inferences = new WeakMap<Answer, ServedAnswer>();

/**
 * Estimate of serving a scenario's model for inference. Computed on first use and memoised by the training estimate.
 */
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

/** Serving of a scenario under arriving requests, or the diagnostics that say why there is no such answer. */
export type LoadResult = { readonly kind: "load"; readonly load: ServingLoad } | Poison;

const loads = new WeakMap<Answer, LoadResult>();

/** Simulated serving under arriving requests. Computed on first use and memoised by the training estimate. */
export function loadOf(context: Context, scenario: ScenarioValue, answer: Answer, asked: Place): LoadResult {
  let known = loads.get(answer);
  if (!known) {
    const made = serving(answer.scenario);
    known = made.ok
      ? { kind: "load", load: made.load }
      : poison(...made.refusals.map((refusal) => refusalDiagnostic(context, scenario, refusal, asked)));
    loads.set(answer, known);
  }
  return known;
}

/** Diagnostic at the requests of a scenario of which more arrive than can be served. */
export const overloaded = (
  context: Context,
  scenario: ScenarioValue,
  { rate, capacity, replicas }: ServingLoad,
  asked: Place,
): Poison =>
  poison(
    refusalDiagnostic(
      context,
      scenario,
      {
        code: "requests-exceed-capacity",
        severity: "error",
        fields: ["plan.serve.arrivals.rate", "plan.serve.arrivals", "plan.serve"],
        params: { rate, capacity, replicas, needed: Math.floor((rate * replicas) / capacity) + 1 },
      },
      asked,
    ),
  );

/** An iteration of a scenario's RL post-training, or the diagnostics that say why there is no such estimate. */
export type RlResult = { readonly kind: "rl"; readonly rl: RlEstimate } | Poison;

const iterations = new WeakMap<Answer, RlResult>();

/** Estimate of an RL iteration. Computed on first use and memoised by the training estimate. */
export function rlOf(
  context: Context,
  scenario: ScenarioValue,
  answer: Answer,
  asked: Place | null,
): RlResult {
  let known = iterations.get(answer);
  if (!known) {
    const made = reinforcement(answer.scenario, answer.estimate);
    known = made.ok
      ? { kind: "rl", rl: made.rl }
      : poison(...made.refusals.map((refusal) => refusalDiagnostic(context, scenario, refusal, asked)));
    iterations.set(answer, known);
  }
  return known;
}

const simulations = new WeakMap<Answer, Simulation | null>();

/**
 * Simulated training runs with random failures. Computed on first use and memoised by estimate; null for a scenario
 * without failures.
 */
export function simulationIn(answer: Answer): Simulation | null {
  let known = simulations.get(answer);
  if (known === undefined) {
    known = simulation(answer.scenario, answer.estimate);
    simulations.set(answer, known);
  }
  return known;
}

const uncertainties = new WeakMap<Answer, Uncertainty>();

/** Uncertainty intervals of an estimate. Computed on first use and memoised by estimate. */
export function uncertaintyIn(answer: Answer): Uncertainty {
  let known = uncertainties.get(answer);
  if (!known) {
    known = uncertaintyOf(answer.scenario, answer.estimate);
    uncertainties.set(answer, known);
  }
  return known;
}
