import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  modelOrigins,
  type RecordValue,
  resolve,
  resolveModel,
  type ScenarioValue,
} from "../../dsl/evaluate/index.ts";
import type { Derivation } from "../../engine/core/derivation.ts";
import { derivations } from "../../engine/core/derivations.ts";
import type { Estimate } from "../../engine/estimate/estimate.ts";
import {
  explainInference,
  explainModelParams,
  explainReinforcement,
  explainScenario,
  explainServing,
  explainSimulation,
  latex,
} from "../../engine/index.ts";
import { queueEstimate } from "../../engine/queue/queueEstimate.ts";
import { queueOutputs } from "../../engine/queue/queueOutputs.ts";
import { phaseOutputs } from "../../engine/trainingRun/phases/phaseOutputs.ts";
import { type Block, derivationTree, intervalTree, lastName } from "../../report/index.ts";
import { boundsOf } from "../../uncertainty/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { simulationIn, uncertaintyIn } from "../answers/lateAnswers.ts";
import { queueAnswer, queueOrigins } from "../answers/queueAnswer.ts";
import { explainedRun, runAnswer } from "../answers/runAnswer.ts";
import { PERCENT } from "../results/readResult.ts";
import { type SessionOutput, sessionOutputs } from "../results/sessionOutputs.ts";
import type { Explained } from "./explained.ts";

/** Derivation of a scenario's result: the tree of formulas and inputs that it is computed from. */
export function explainedResult(
  context: Context,
  scenario: ScenarioValue,
  path: string,
  place: Place,
  asked: string | undefined,
): Explained {
  const unit = asked ?? (PERCENT.has(path) ? "%" : undefined);
  // Run the plain estimate first, because it reports errors as diagnostics at the right places.
  const plain = answerOf(context, scenario, place);
  if (plain.kind === "poison") return plain;
  const resolved = resolve(context, scenario);
  if (resolved.kind === "poison") return resolved;
  const answer = explainScenario(resolved.scenario);
  const output = sessionOutputs.find((one) => one.path === path);
  if (!answer.ok || !output) return [];
  const { estimate } = answer;
  switch (output.kind) {
    case "number": {
      const derivation = output.read<Derivation>(estimate);
      if (derivation === null) return [];
      const interval = intervalTree(uncertaintyIn(plain), path, unit);
      return [treeOf(derivation, unit), ...(interval ? [interval] : [])];
    }
    case "inference":
    case "served":
      return servedNumbers(resolved.scenario, output).map((one) => treeOf(one, unit));
    case "load":
    case "loaded":
      return loadNumbers(resolved.scenario, output).map((one, at) =>
        treeOf(one, at === 0 ? unit : undefined),
      );
    case "rl":
    case "reinforced": {
      const made = explainReinforcement(resolved.scenario);
      if (!made.ok) return [];
      const value = output.kind === "rl" ? made.rl.step.value : output.read<Derivation>(made.rl);
      return value ? [treeOf(value, unit)] : [];
    }
    case "simulation":
    case "simulated": {
      const made = simulationIn(plain);
      if (made === null) return [];
      const [value, unit_] =
        output.kind === "simulated" ? [output.read(made), output.unit] : [made.mean, "s"];
      const derivation = explainSimulation(phrase(output.doc), unit_, value, resolved.scenario, estimate);
      return derivation ? [treeOf(derivation, unit)] : [];
    }
    case "chapter":
      return chapterNumbers(estimate, path).map((one) => treeOf(one, unit));
    case "bound": {
      const basis = uncertaintyIn(plain)[output.of.of];
      const algebra = derivations(resolved.scenario.origins);
      const ends = basis && boundsOf(algebra, output.of, estimate, basis);
      return ends ? [treeOf(ends[output.end], unit)] : [];
    }
    case "uncertainty":
    case "extrapolated":
      return ["step_time", "memory.peak"].flatMap((one) => intervalTree(uncertaintyIn(plain), one) ?? []);
    case "breakdown": {
      const tree = output.read<Derivation>(estimate);
      return tree ? [treeOf(tree.value, unit)] : [];
    }
    case "memory":
      return [treeOf(estimate.memory.peak, unit)];
    case "timeline":
      return [estimate.time.forward, estimate.time.backward].map((one) => treeOf(one, unit));
    case "fit": {
      const { peak, needed, capacity } = estimate.memory;
      const interval = intervalTree(uncertaintyIn(plain), "memory.peak", unit);
      return [...[peak, needed, capacity].map((one) => treeOf(one, unit)), ...(interval ? [interval] : [])];
    }
    case "pools":
      return (estimate.pools ?? []).map((one) => treeOf(one.idle, unit));
    case "comm":
      return estimate.comm.map((one) => treeOf(one.totalSeconds, unit));
    default:
      return [treeOf(estimate.time.step.value, unit)];
  }
}

/**
 * Derivation of a pipeline stage's own memory, or of one kind of it: `memory`, `memory.weights`. Other results have no stages
 * and are explained as ever.
 */
export function explainedStage(
  context: Context,
  scenario: ScenarioValue,
  path: string,
  stage: number,
  place: Place,
): Explained {
  const resolved = resolve(context, scenario);
  if (resolved.kind === "poison") return resolved;
  const answer = explainScenario(resolved.scenario);
  const whole = answer.ok && /^memory\b/.test(path) ? answer.estimate.memory.stages[stage] : undefined;
  const part =
    path === "memory" || path === "memory.peak"
      ? whole
      : whole?.parts.find(({ name }) => lastName(name) === lastName(path));
  return part ? [treeOf(part.value, undefined)] : explainedResult(context, scenario, path, place, undefined);
}

/** Derivations of a served model's result, or of its memory and decoding. */
function servedNumbers(
  scenario: Parameters<typeof explainInference>[0],
  output: Extract<SessionOutput, { readonly kind: "inference" | "served" }>,
): readonly Derivation[] {
  const made = explainInference(scenario);
  if (!made.ok) return [];
  const of =
    output.kind === "served" ? [output.read(made.inference)] : [made.inference.memory, made.inference.decode];
  return of.flatMap((one) => (typeof one === "boolean" ? [made.inference.memory] : [one]));
}

/** Derivation of a number of serving under arriving requests, then those of the times that its simulation begins with. */
function loadNumbers(
  scenario: Parameters<typeof explainServing>[0],
  output: Extract<SessionOutput, { readonly kind: "load" | "loaded" }>,
): readonly Derivation[] {
  const made = explainServing(scenario);
  if (!made.ok) return [];
  const { load, prefill, decode } = made;
  const value = output.kind === "load" ? load.load : output.read<Derivation>(load);
  return value === null
    ? []
    : [value, ...(value.kind === "constant" ? [load.capacity] : []), prefill, decode];
}

/** Sentence turned into a phrase: first letter in lower case, no full stop. */
const phrase = (sentence: string): string => `${sentence[0]?.toLowerCase()}${sentence.slice(1, -1)}`;

/**
 * Derivations of the main numbers of `reliability` or `checkpoint`, for an `explain` of the whole section.
 */
function chapterNumbers(estimate: Estimate<Derivation>, path: string): readonly Derivation[] {
  const { reliability, checkpoint } = estimate;
  if (path === "reliability") return reliability ? [reliability.mtbf] : [];
  return checkpoint ? [checkpoint.size, checkpoint.blocking, checkpoint.unsafe, checkpoint.load] : [];
}

/** Derivation of a model's parameter count, total or active. */
export function explainedModel(
  context: Context,
  model: RecordValue,
  name: string,
  unit: string | undefined,
): Explained {
  const resolved = resolveModel(context, model);
  if (resolved.kind === "poison") return resolved;
  const { params, activeParams } = explainModelParams(resolved.data, modelOrigins(context, model));
  return [treeOf(name === "params" ? params.value : activeParams, unit)];
}

/** Derivation of one result of a queue, such as its makespan. */
export function explainedQueue(
  context: Context,
  scenario: ScenarioValue,
  path: string,
  place: Place,
  unit: string | undefined,
): Explained {
  const answer = queueAnswer(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const output = queueOutputs.find((one) => one.path === path);
  const algebra = derivations(queueOrigins(context, scenario));
  const explained = queueEstimate(algebra, answer.workload, answer.run);
  switch (output?.kind) {
    case "number":
      return [treeOf(output.read<Derivation>(explained), unit)];
    case "optional": {
      const derivation = output.read<Derivation>(explained);
      return derivation ? [treeOf(derivation, unit)] : [];
    }
    case "breakdown":
      return [treeOf(output.read<Derivation>(explained).value, unit)];
    default:
      return [];
  }
}

/** Derivation of one result of a run of phases, down to the inputs of each phase. */
export function explainedPhases(
  context: Context,
  scenario: ScenarioValue,
  path: string,
  place: Place,
  unit: string | undefined,
): Explained {
  const answer = runAnswer(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const made = explainedRun(answer);
  const output = phaseOutputs.find((one) => one.path === path);
  if (!made || !output) return [];
  switch (output.kind) {
    case "number": {
      const derivation = output.read<Derivation>(made);
      return derivation ? [treeOf(derivation, unit)] : [];
    }
    case "breakdown": {
      const tree = output.read<Derivation>(made);
      return tree ? [treeOf(tree.value, unit)] : [];
    }
    case "bound":
      return explainedPhases(context, scenario, output.of, place, unit);
    case "fit":
      return [];
    case "phases":
      return [treeOf(made.time.value, unit), treeOf(made.deviceTime.value, unit)];
  }
}

function treeOf(derivation: Derivation, unit: string | undefined): Block {
  return derivationTree(derivation, { latex, ...(unit === undefined ? {} : { unit }) });
}
