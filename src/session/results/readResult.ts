import type { Diagnostic, Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  anyRandomInput,
  type Context,
  poison,
  type ResultValue,
  type ScenarioValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { numbers } from "../../engine/core/numbers.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { FITS } from "../../engine/trainingStep/memory/fit.ts";
import { boundsOf } from "../../uncertainty/index.ts";
import { inBase, type Quantity } from "../../units/index.ts";
import type { Answer } from "../answers/answer.ts";
import { answerOf } from "../answers/answerOf.ts";
import { inferenceOf, loadOf, overloaded, rlOf, simulationIn } from "../answers/lateAnswers.ts";
import { modelAnswer } from "../answers/modelAnswer.ts";
import { sensitivity } from "../questions/sensitivity.ts";
import { basisOfAnswer, fitIn, fitValue } from "./fit.ts";
import { withResultDraws } from "./resultDraws.ts";
import { type SessionOutput, sessionOutputs } from "./sessionOutputs.ts";

/** All results of a scenario, by path: kind, unit and documentation. */
export const rows = new Map(sessionOutputs.map((output) => [output.path, output]));

/** Paths of results with an uncertainty interval, whose ends are read as `step_time.low` and `step_time.high`. */
const bounded = new Set(
  sessionOutputs.flatMap((output) => (output.kind === "bound" ? [output.of.path] : [])),
);
/** Paths of results that are ratios and print in percent. */
export const PERCENT: ReadonlySet<string> = new Set([
  ...["mfu", "mfu.low", "mfu.high"],
  ...["hfu", "bubble_fraction", "bubble_ratio"],
  ...["serving.load", "serving.utilisation"],
  ...["rl.idle", "rl.trainers_idle", "rl.rollout_idle"],
  ...["goodput", "simulation.goodput", "reliability.waiting", "data.cached", "data.checkpoints"],
]);

/** Kinds of results that are shown as a whole page or table. Longer paths read their parts. */
const WHOLE: ReadonlySet<SessionOutput["kind"]> = new Set([
  ...([
    "memory",
    "time",
    "timeline",
    "roofline",
    "topology",
    "inference",
    "load",
    "rl",
    "comm",
    "pools",
    "launch",
    "uncertainty",
  ] as const),
]);

/**
 * Value of a scenario's result. A table row takes it from the results computed for the whole table, where available;
 * any other scenario is estimated.
 */
export function readScenario(
  context: Context,
  node: ResultValue,
  scenario: ScenarioValue,
  place: Place,
): Value {
  const value = valueIn(context, node, scenario, place);
  return anyRandomInput() && value.kind !== "poison"
    ? withResultDraws(context, value, node, scenario, rows.get(node.path))
    : value;
}

function valueIn(context: Context, node: ResultValue, scenario: ScenarioValue, place: Place): Value {
  const ahead = readAhead(context, node, scenario, place);
  if (ahead) return ahead;
  const answer = answerOf(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const row = rows.get(node.path);
  if (!row) return node;
  if (answer.scenario.cluster.pools !== null && ALIKE.has(row.kind)) return poison(ofPools(node.path, place));
  switch (row.kind) {
    case "number": {
      const value = row.read(answer.estimate);
      if (value === null) return poison(unavailable(node.path, row.needs, answer.scenario, place));
      if (!Number.isFinite(value)) return poison(tooLarge(node.path, place));
      return shownWith(inBase(value, row.unit), node);
    }
    case "bound": {
      const basis = basisOfAnswer(answer, row.of.of);
      const ends = basis && boundsOf(numbers, row.of, answer.estimate, basis);
      if (!ends) return poison(unavailable(row.of.path, row.needs, answer.scenario, place));
      const quantity = inBase(ends[row.end], row.unit);
      return PERCENT.has(node.path) ? { ...quantity, unit: "%" } : quantity;
    }
    case "sensitivity":
      return sensitivity(context, scenario);
    case "extrapolated": {
      const time = basisOfAnswer(answer, "time");
      return { kind: "boolean", value: time === null || time.outside.length > 0 };
    }
    case "served": {
      const made = inferenceOf(context, scenario, answer, place);
      if (made.kind === "poison") return made;
      const value = row.read(made.inference);
      return typeof value === "boolean"
        ? fitValue(value ? "yes" : "no")
        : shownWith(inBase(value, row.unit), node);
    }
    case "load":
    case "loaded":
      return loadValue(context, row, node, scenario, answer, place);
    case "rl":
    case "reinforced":
      return rlValue(context, row, node, scenario, answer, place);
    case "fit":
      return Number.isFinite(answer.estimate.memory.peak)
        ? fitValue(fitIn(answer))
        : poison(tooLarge("memory.peak", place));
    case "truth":
      return { kind: "boolean", value: row.read(answer.estimate) };
    case "breakdown": {
      const tree = row.read(answer.estimate);
      return tree
        ? { ...node, quantity: inBase(tree.value, row.unit) }
        : poison(unavailable(node.path, row.needs, answer.scenario, place));
    }
    case "pools":
      return row.read(answer.estimate)
        ? node
        : poison(unavailable(node.path, row.needs, answer.scenario, place));
    case "chapter":
      return row.has(answer.estimate)
        ? node
        : poison(unavailable(node.path, row.needs, answer.scenario, place));
    case "simulation":
    case "simulated": {
      const made = simulationIn(answer);
      if (made === null) return poison(unavailable(node.path, row.needs, answer.scenario, place));
      return row.kind === "simulation" ? node : shownWith(inBase(row.read(made), row.unit), node);
    }
    default:
      return node;
  }
}

/** Value of a result of RL post-training. */
function rlValue(
  context: Context,
  row: Extract<SessionOutput, { readonly kind: "rl" | "reinforced" }>,
  node: ResultValue,
  scenario: ScenarioValue,
  answer: Answer,
  place: Place,
): Value {
  if (answer.scenario.plan.rl === null)
    return poison(unavailable(node.path, row.needs, answer.scenario, place));
  const made = rlOf(context, scenario, answer, place);
  if (made.kind === "poison") return made;
  if (row.kind === "rl") return { ...node, quantity: inBase(made.rl.step.value, "s") };
  const value = row.read(made.rl);
  return value === null
    ? poison(unavailable(node.path, ["plan.rl.iterations"], answer.scenario, place))
    : shownWith(inBase(value, row.unit), node);
}

/** Value of a result of serving under arriving requests. */
function loadValue(
  context: Context,
  row: Extract<SessionOutput, { readonly kind: "load" | "loaded" }>,
  node: ResultValue,
  scenario: ScenarioValue,
  answer: Answer,
  place: Place,
): Value {
  if (!answer.scenario.plan.serve?.arrivals)
    return poison(unavailable(node.path, row.needs, answer.scenario, place));
  const made = loadOf(context, scenario, answer, place);
  if (made.kind === "poison" || row.kind === "load") return made.kind === "poison" ? made : node;
  const value = row.read(made.load);
  if (value !== null) return shownWith(inBase(value, row.unit), node);
  return row.isSteady
    ? overloaded(context, scenario, made.load, place)
    : poison(unavailable(node.path, ["cluster.price"], answer.scenario, place));
}

/**
 * Value of a table row's result, from the results computed for the whole table. Null where the scenario must be
 * estimated by itself.
 */
function readAhead(context: Context, node: ResultValue, scenario: ScenarioValue, place: Place): Value | null {
  const { ahead } = scenario;
  if (!ahead) return null;
  const problem = ahead.problem(context, place);
  if (problem !== null) return problem ?? null;
  const row = rows.get(node.path);
  if (!row || WHOLE.has(row.kind)) return node;
  if (row.kind === "fit") {
    const fit = FITS[ahead.number("memory.fits") ?? -1];
    return fit ? fitValue(fit) : null;
  }
  if (row.kind !== "number" && row.kind !== "truth") return null;
  const value = ahead.number(node.path);
  // A missing or infinite result is an error, which the scenario's own estimate reports.
  if (value === undefined || value === null || !Number.isFinite(value)) return null;
  return row.kind === "truth"
    ? { kind: "boolean", value: value === 1 }
    : shownWith(inBase(value, row.unit), node);
}

/**
 * Value of a result with the unit to print it in. A result with an uncertainty interval also keeps its node, through
 * which programs read the interval's ends.
 */
function shownWith(quantity: Quantity, node: ResultValue): Value {
  const percent = PERCENT.has(node.path);
  if (!bounded.has(node.path)) return percent ? { unit: "%", ...quantity } : quantity;
  const { kind, value, dimension } = quantity;
  return percent
    ? { kind, value, dimension, unit: "%", result: node }
    : { kind, value, dimension, result: node };
}

/** Kinds of results that are of one kind of device: no result of pools of unlike devices. */
const ALIKE: ReadonlySet<SessionOutput["kind"]> = new Set([
  ...(["roofline", "topology", "inference", "served", "load", "loaded", "sensitivity", "launch"] as const),
]);

const ofPools = (path: string, place: Place): Diagnostic =>
  diagnostic(
    "not-modelled",
    {
      what: `\`${path}\` of a cluster with pools of unlike devices`,
      instead: "ask it of a scenario on one of the pools",
    },
    place,
  );

const tooLarge = (what: string, place: Place): Diagnostic => diagnostic("number-too-large", { what }, place);

/** Diagnostic for a result that is not available: names the first unset field that the result needs. */
function unavailable(
  output: string,
  needs: readonly string[] = ["plan.pp"],
  { plan, cluster }: Scenario,
  place: Place,
): Diagnostic {
  const absent: Readonly<Partial<Record<string, boolean>>> = {
    "plan.tokens": plan.tokens === null,
    "plan.rl": plan.rl === null,
    "plan.serve.arrivals": !plan.serve?.arrivals,
    "plan.data": plan.data === null,
    "plan.checkpoint": plan.checkpoint === null,
    "cluster.pools": cluster.pools === null,
    "cluster.failures": cluster.failures === null,
    "cluster.price": cluster.price === null && cluster.spot === null,
    "cluster.carbon_intensity": cluster.facility.carbonGramsPerJoule === null,
    "cluster.water_intensity": cluster.facility.waterGramsPerJoule === null,
  };
  const missing = needs.find((field) => absent[field]) ?? needs[0] ?? "plan.pp";
  return diagnostic("not-available", { output, needs: missing }, place);
}

/** Parameter count of a model without a scenario: `params` or `active_params`. */
export function readModel(context: Context, node: ResultValue): Value {
  if (!node.record) return poison();
  const answer = modelAnswer(context, node.record);
  if (answer.kind === "poison") return answer;
  return node.path === "params"
    ? { ...node, quantity: inBase(answer.params.value, "param") }
    : inBase(answer.activeParams, "param");
}
