import type { Diagnostic, Place } from "../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../dsl/diagnostics/index.ts";
import {
  type Context,
  type OutputReader,
  type Poison,
  poison,
  type RecordValue,
  type ResultValue,
  refusalDiagnostic,
  resolve,
  resolveModel,
  type ScenarioValue,
  type Value,
} from "../dsl/evaluate/index.ts";
import type { Breakdown } from "../engine/breakdown.ts";
import {
  estimateOnDemand,
  type Inference,
  inference,
  modelOutputPaths,
  modelParams,
  type Simulation,
  settingsWithoutEffect,
  simulation,
} from "../engine/index.ts";
import { numbers } from "../engine/numbers.ts";
import { queueOutputs } from "../engine/queue/queueOutputs.ts";
import type { Scenario } from "../engine/scenario.ts";
import { planSpace } from "../engine/search/planSpace.ts";
import { frontOf } from "../engine/search/standing.ts";
import {
  type Basis,
  basisFor,
  boundsOf,
  type Measured,
  type Uncertainty,
  uncertaintyOf,
} from "../uncertainty/index.ts";
import { inBase, type Quantity } from "../units/index.ts";
import type { Answer } from "./answer.ts";
import { lackOf } from "./lackOf.ts";
import { type SessionOutput, sessionOutputs } from "./outputs.ts";
import { crossovers } from "./questions/crossovers.ts";
import { sensitivity } from "./questions/sensitivity.ts";
import { isQueue, isQueuePath, queueAnswer, readQueue, releaseQueue } from "./queueAnswer.ts";
import { rowOutputs } from "./rowOutputs.ts";
import { searchOutputs } from "./searchOutputs.ts";
import { RowsAhead } from "./threads/rowsAhead.ts";

const rows = new Map(sessionOutputs.map((output) => [output.path, output]));
const beginnings = new Set(
  sessionOutputs.flatMap(({ path }) => {
    const names = path.split(".");
    return names.map((_, at) => names.slice(0, at + 1).join("."));
  }),
);
/** Numbers that have more below them: `step_time.high`. */
const bounded = new Set(
  sessionOutputs.flatMap((output) => (output.kind === "bound" ? [output.of.path] : [])),
);
/** Plain ratios that people read in percent. */
const PERCENT: ReadonlySet<string> = new Set([
  ...["mfu", "mfu.low", "mfu.high"],
  ...["hfu", "bubble_fraction"],
  ...["goodput", "simulation.goodput", "reliability.waiting", "data.cached", "data.checkpoints"],
]);

/** Results that are shown as a whole, and read further into. */
const WHOLE: ReadonlySet<SessionOutput["kind"]> = new Set([
  ...([
    "memory",
    "time",
    "timeline",
    "roofline",
    "topology",
    "inference",
    "comm",
    "launch",
    "uncertainty",
  ] as const),
]);

const answers = new WeakMap<ScenarioValue, Answer | Poison>();

/** The engine's estimate, made once for each scenario; its refusals become diagnostics at the fields at fault. */
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
  if (!result.ok)
    return poison(...result.refusals.filter((one) => one.severity === "error").map(toDiagnostic));
  return {
    kind: "answer",
    scenario: resolved.scenario,
    estimate: result.estimate,
    // Rows of a table do not warn one by one.
    warnings:
      context.quiet > 0 || scenario.ahead
        ? []
        : [...result.warnings, ...settingsWithoutEffect(resolved.scenario)].map(toDiagnostic),
  };
}

export interface ModelAnswer {
  readonly kind: "model";
  readonly params: Breakdown;
  readonly activeParams: number;
}

/** With the settings of a table that it was seen to depend on. */
const models = new WeakMap<RecordValue, { readonly answer: ModelAnswer | Poison; readonly reads: number }>();

/** Parameters of a model that stands alone. */
export function modelAnswer(context: Context, record: RecordValue): ModelAnswer | Poison {
  let known = models.get(record);
  if (!known) {
    const before = context.reads;
    context.reads = 0;
    const resolved = resolveModel(context, record);
    known = {
      answer: resolved.kind === "poison" ? resolved : { kind: "model", ...modelParams(resolved.data) },
      reads: context.reads,
    };
    context.reads = before;
    models.set(record, known);
  }
  context.reads |= known.reads;
  return known.answer;
}

/** The engine's results as the language sees them. */
export const engineOutputs: OutputReader = {
  paths: sessionOutputs.map((output) => output.path),
  modelPaths: modelOutputPaths,
  isTable: (path) => rows.get(path)?.kind === "sensitivity",
  queuePaths: queueOutputs.map((output) => output.path),
  has: (path, of) => (of && isQueue(of) ? isQueuePath(path) : beginnings.has(path)),
  unit(path) {
    const row = rows.get(path) ?? queueOutputs.find((one) => one.path === path);
    if (!row) return null;
    if (row.kind === "memory") return "B";
    if (row.kind === "roofline") return "FLOP/s";
    if (row.kind === "time" || row.kind === "timeline") return "s";
    return "unit" in row ? row.unit : null;
  },
  doc: (path) => rows.get(path)?.doc,
  rows(context, candidates, statement) {
    const own = rowOutputs(candidates);
    return context.threads ? new RowsAhead(own, candidates.sizes, context.threads, statement) : own;
  },
  check(context, scenario, place) {
    const known = scenario.ahead?.problem(context, place);
    if (known !== undefined) return known;
    const answer = isQueue(scenario)
      ? queueAnswer(context, scenario, place)
      : answerOf(context, scenario, place);
    return answer.kind === "poison" ? answer : null;
  },
  fits(context, scenario) {
    if (isQueue(scenario)) return true;
    const known = scenario.ahead?.number("memory.fits");
    if (known !== undefined) return known === 1;
    const answer = answerOf(context, scenario, null);
    return answer.kind === "answer" && answer.estimate.memory.fits;
  },
  lack(context, scenario) {
    if (isQueue(scenario)) return null;
    const answer = answerOf(context, scenario, null);
    return answer.kind === "answer" ? lackOf(answer.estimate.memory) : null;
  },
  release(scenario) {
    // Nothing was asked of it.
    if (scenario.resolved === null) return;
    answers.delete(scenario);
    releaseQueue(scenario);
    scenario.bound.clear();
    scenario.resolved = null;
  },
  planSpace,
  search: (context, request) =>
    // Where searches are shared with other sessions, what each of them found is kept.
    (context.searches ? null : context.threads?.answer(request)) ??
    searchOutputs(context, request, (row, scenario, estimate) => {
      answers.set(row, { kind: "answer", scenario, estimate, warnings: [] });
    }),
  crossovers,
  front(points) {
    const standing = frontOf();
    for (const [place, values] of points.entries()) standing.offer({ place, values });
    return standing.best.map(({ place }) => place);
  },
  read(context, node, place) {
    if (!node.scenario) return readModel(context, node);
    return isQueue(node.scenario)
      ? readQueue(context, node, node.scenario, place)
      : readScenario(context, node, node.scenario, place);
  },
};

function readScenario(context: Context, node: ResultValue, scenario: ScenarioValue, place: Place): Value {
  const ahead = readAhead(context, node, scenario, place);
  if (ahead) return ahead;
  const answer = answerOf(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const row = rows.get(node.path);
  if (!row) return node;
  switch (row.kind) {
    case "number": {
      const value = row.read(answer.estimate);
      if (value === null) return poison(unavailable(node.path, row.needs, answer.scenario, place));
      const quantity = inBase(value, row.unit);
      return shownWith(quantity, node);
    }
    case "bound": {
      const basis = basisIn(answer, row.of.of);
      const ends = basis && boundsOf(numbers, row.of, answer.estimate, basis);
      if (!ends) return poison(unavailable(row.of.path, row.needs, answer.scenario, place));
      const quantity = inBase(ends[row.end], row.unit);
      return PERCENT.has(node.path) ? { ...quantity, unit: "%" } : quantity;
    }
    case "sensitivity":
      return sensitivity(context, scenario);
    case "extrapolated": {
      const time = basisIn(answer, "time");
      return { kind: "boolean", value: time === null || time.outside.length > 0 };
    }
    case "served": {
      const made = inferenceOf(context, scenario, answer, place);
      if (made.kind === "poison") return made;
      const value = row.read(made.inference);
      return typeof value === "boolean"
        ? { kind: "boolean", value }
        : shownWith(inBase(value, row.unit), node);
    }
    case "truth":
      return { kind: "boolean", value: row.read(answer.estimate) };
    case "breakdown": {
      const tree = row.read(answer.estimate);
      return tree
        ? { ...node, quantity: inBase(tree.value, row.unit) }
        : poison(unavailable(node.path, row.needs, answer.scenario, place));
    }
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

/** What a table knows of its row; null where the scenario must be asked itself. */
function readAhead(context: Context, node: ResultValue, scenario: ScenarioValue, place: Place): Value | null {
  const { ahead } = scenario;
  if (!ahead) return null;
  const problem = ahead.problem(context, place);
  if (problem !== null) return problem ?? null;
  const row = rows.get(node.path);
  if (!row || WHOLE.has(row.kind)) return node;
  if (row.kind !== "number" && row.kind !== "truth") return null;
  const value = ahead.number(node.path);
  // What a scenario lacks, its own message says.
  if (value === undefined || value === null) return null;
  return row.kind === "truth"
    ? { kind: "boolean", value: value === 1 }
    : shownWith(inBase(value, row.unit), node);
}

export type ServedAnswer = { readonly kind: "served"; readonly inference: Inference } | Poison;

const inferences = new WeakMap<Answer, ServedAnswer>();

/** What serving the model takes: worked out when it is asked for, once. */
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

/** With the unit people read it in, and where its ends can be asked for. */
function shownWith(quantity: Quantity, node: ResultValue): Value {
  const percent = PERCENT.has(node.path);
  if (!bounded.has(node.path)) return percent ? { unit: "%", ...quantity } : quantity;
  const { kind, value, dimension } = quantity;
  return percent
    ? { kind, value, dimension, unit: "%", result: node }
    : { kind, value, dimension, result: node };
}

/** What one quantity's intervals rest on, for those who read a single end: a sweep's `where step_time.high < 10 s`. */
function basisIn({ scenario, estimate: { params } }: Answer, of: Measured): Basis | null {
  return basisFor(of, scenario, params.value);
}

const simulations = new WeakMap<Answer, Simulation | null>();

/** Runs drawn by chance: when they are asked for, once; null for a scenario without failures to draw. */
export function simulationIn(answer: Answer): Simulation | null {
  let known = simulations.get(answer);
  if (known === undefined) {
    known = simulation(answer.scenario, answer.estimate);
    simulations.set(answer, known);
  }
  return known;
}

const uncertainties = new WeakMap<Answer, Uncertainty>();

/** The intervals of an estimate: looked up when they are asked for, once. */
export function uncertaintyIn(answer: Answer): Uncertainty {
  let known = uncertainties.get(answer);
  if (!known) {
    known = uncertaintyOf(answer.scenario, answer.estimate);
    uncertainties.set(answer, known);
  }
  return known;
}

/** The first of the fields without which there is no result that is not set. */
function unavailable(
  output: string,
  needs: readonly string[] = ["plan.pp"],
  { plan, cluster }: Scenario,
  place: Place,
): Diagnostic {
  const absent: Readonly<Partial<Record<string, boolean>>> = {
    "plan.tokens": plan.tokens === null,
    "plan.data": plan.data === null,
    "plan.checkpoint": plan.checkpoint === null,
    "cluster.failures": cluster.failures === null,
    "cluster.price": cluster.price === null && cluster.spot === null,
    "cluster.carbon_intensity": cluster.facility.carbonGramsPerJoule === null,
    "cluster.water_intensity": cluster.facility.waterGramsPerJoule === null,
  };
  const missing = needs.find((field) => absent[field]) ?? needs[0] ?? "plan.pp";
  return diagnostic("not-available", { output, needs: missing }, place);
}

function readModel(context: Context, node: ResultValue): Value {
  if (!node.record) return poison();
  const answer = modelAnswer(context, node.record);
  if (answer.kind === "poison") return answer;
  return node.path === "params"
    ? { ...node, quantity: inBase(answer.params.value, "param") }
    : inBase(answer.activeParams, "param");
}
