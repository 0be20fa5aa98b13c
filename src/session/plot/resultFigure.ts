import type { Expr } from "../../dsl/ast/ast.ts";
import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  asScenario,
  byPlace,
  describe,
  groupIn,
  type Poison,
  poison,
  type ScenarioValue,
  sortedDraws,
  textOf,
  type Value,
} from "../../dsl/evaluate/index.ts";
import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import { loadCurve, memoryTree, peerGroups, roofline } from "../../engine/index.ts";
import {
  breakdownsFigure,
  type Compared,
  commFigure,
  densityFigure,
  FIT_SUFFIX,
  type Figure,
  flowsFigure,
  type Guess,
  loadCurveFigure,
  memoryFigure,
  occupancyFigure,
  partsFigure,
  percentilesFigure,
  phasesFigure,
  queueFigure,
  rooflineFigure,
  runFigure,
  simulationFigure,
  timedStep,
  timeFigure,
  timelineFigure,
  topologyFigure,
  treeFigure,
} from "../../report/index.ts";
import { printed } from "../../report/numbers/number.ts";
import type { Answer } from "../answers/answer.ts";
import { answerOf } from "../answers/answerOf.ts";
import { clusterAnswer } from "../answers/clusterAnswer.ts";
import { loadOf, overloaded, rlOf, simulationIn } from "../answers/lateAnswers.ts";
import { queueAnswer } from "../answers/queueAnswer.ts";
import { runAnswer, runBreakdown } from "../answers/runAnswer.ts";
import { fitIn } from "../results/fit.ts";
import { timelineOf } from "../results/timelineOf.ts";
import { breakdownOf } from "../show/breakdownOf.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import { dispatchOf, matricesOf, ringOf, sequenceOf, shardsOf } from "./conceptPlots.ts";
import { guessesAtResults } from "./guessesOn.ts";
import type { PlotOptions, Shape } from "./plotOptions.ts";
import { scenarioOrigin, withOrigin } from "./plotOrigin.ts";
import { unsuitedMarks } from "./unsuitedMarks.ts";

interface Asked extends Pick<PlotOptions, "title" | "from" | "until"> {
  readonly unit?: string;
  readonly guesses?: readonly Guess[];
}
type Draw = (answer: Answer, options: Asked, place: Place, run: Run, of: ScenarioValue) => Figure | Poison;

/** Function that draws each result's default figure, by the result's path. */
const DRAWN: Readonly<Record<string, Draw>> = {
  memory: (answer, options) => memoryFigure(answer.estimate, { ...options, fits: fitIn(answer) }),
  time: ({ estimate }, options) => timeFigure(estimate, options),
  run: ({ estimate: { run } }, options) => (run ? runFigure(run, options) : poison()),
  power: ({ estimate: { energy } }, options) => partsFigure(energy.power, options),
  energy: ({ estimate: { energy } }, options) => (energy.run ? partsFigure(energy.run, options) : poison()),
  carbon: ({ estimate: { energy } }, options) =>
    energy.carbon ? partsFigure(energy.carbon, options) : poison(),
  cost: ({ estimate: { cost } }, options) => (cost ? partsFigure(cost.total, options) : poison()),
  serving: (answer, options, place, run, of) => {
    const made = loadOf(run.context, of, answer, place);
    if (made.kind === "poison") return made;
    return made.load.latencies
      ? percentilesFigure(made.load, options)
      : overloaded(run.context, of, made.load, place);
  },
  rl: (answer, options, place, run, of) => {
    const made = rlOf(run.context, of, answer, place);
    return made.kind === "poison" ? made : partsFigure(made.rl.step, options);
  },
  simulation: (answer, options) => {
    const made = simulationIn(answer);
    return made ? simulationFigure(made, options) : poison();
  },
  comm: ({ estimate }, options) => commFigure(estimate, options),
  roofline: ({ scenario }, options) => rooflineFigure(roofline(scenario), options),
  topology: ({ scenario: { cluster, plan } }, options) =>
    topologyFigure(cluster, peerGroups(plan, cluster), options),
  timeline: (answer, options, place, run) => {
    const passes = timelineOf(answer, place);
    if (passes.kind === "poison") return passes;
    const { name, plan } = answer.scenario;
    run.timeline?.({ name, timeline: passes.timeline, step: timedStep(answer) });
    return timelineFigure(passes.timeline, plan, answer.estimate, options);
  },
};

/** Functions that draw further figures of a result, by its path and the word of `marks` that chooses the figure. */
const SHAPED: Readonly<Record<string, Partial<Record<Shape, Draw>>>> = {
  memory: {
    tree: ({ scenario, estimate: { memory } }, options) => {
      const tree = memoryTree(scenario, memory);
      const stage = scenario.plan.pp === 1 ? "" : ` of stage ${memory.peakStage}`;
      const title = `Memory of one device${stage}: ${printed(memory.peak, "B", options.unit)} of ${printed(memory.capacity, "B", options.unit)}`;
      return treeFigure(tree, { title, what: "all", ...options });
    },
    shards: shardsOf,
  },
  time: { tree: ({ estimate: { time } }, options) => treeOf(time.step, options) },
  run: { tree: ({ estimate: { run } }, options) => (run ? treeOf(run.time, options) : poison()) },
  power: { tree: ({ estimate: { energy } }, options) => treeOf(energy.power, options) },
  energy: {
    tree: ({ estimate: { energy } }, options) => (energy.run ? treeOf(energy.run, options) : poison()),
  },
  carbon: {
    tree: ({ estimate: { energy } }, options) => (energy.carbon ? treeOf(energy.carbon, options) : poison()),
  },
  cost: { tree: ({ estimate: { cost } }, options) => (cost ? treeOf(cost.total, options) : poison()) },
  serving: {
    load: (answer, options, place, run, of) => {
      const made = loadOf(run.context, of, answer, place);
      return made.kind === "poison"
        ? made
        : loadCurveFigure(loadCurve(answer.scenario, made.load.capacity), options);
    },
  },
  comm: {
    flows: ({ estimate }, options) => flowsFigure(estimate, options),
    ring: ringOf,
    matrices: matricesOf,
    dispatch: dispatchOf,
    sequence: sequenceOf,
  },
};

const treeOf = (tree: Breakdown, options: Asked): Figure =>
  treeFigure(tree, { title: `${tree.label}: ${printed(tree.value, tree.unit, options.unit)}`, ...options });

/**
 * Line below a figure's title, by the plan's verdict on memory. Without it, a figure of the step's time would not show
 * that the plan runs out of memory.
 */
const FIT_NOTES = { yes: "", maybe: "may not fit its devices", no: "× does not fit its devices" };

/** Figure of a scenario's result. For a scenario itself, the figure of its memory. */
export function resultFigure(run: Run, item: Expr, value: Value, options: PlotOptions): Figure | Poison {
  const place = placeIn(run, item);
  const other =
    densityPlot(run, item, value, options) ??
    clusterPlot(run, item, value, options) ??
    groupPlot(run, item, value, options);
  if (other) return other;
  const scenario =
    value.kind === "scenario" ? value : value.kind === "result" ? (value.scenario ?? null) : null;
  const path = value.kind === "result" ? value.path : "memory";
  const shaped = SHAPED[path] ?? {};
  const mistake = unsuitedMarks(run, item, options, Object.keys(shaped) as Shape[]);
  if (mistake) return mistake;
  const draw = options.marks === undefined ? DRAWN[path] : shaped[options.marks as Shape];
  if (scenario === null || draw === undefined)
    return poison(diagnostic("nothing-to-plot", { what: describe(value) }, place));
  const answer = answerOf(run.context, scenario, place);
  if (answer.kind === "poison") return answer;
  const unit = value.kind === "result" ? value.unit : undefined;
  const guesses = guessesAtResults(run, [item], options.before ?? 0).map(({ bar: _, ...one }) => one);
  const figure = draw(
    answer,
    { ...options, ...(unit === undefined ? {} : { unit }), ...(guesses.length === 0 ? {} : { guesses }) },
    place,
    run,
    scenario,
  );
  return figure.kind === "poison"
    ? figure
    : withOrigin(
        {
          ...figure,
          name: value.kind === "scenario" ? `${textOf(item, run.scope)} memory` : textOf(item, run.scope),
        },
        [...scenarioOrigin(answer.scenario), FIT_NOTES[fitIn(answer)]],
        run.versions,
      );
}

/** Histogram of an uncertain number; null for other values. */
function densityPlot(run: Run, item: Expr, value: Value, options: PlotOptions): Figure | Poison | null {
  if (value.kind !== "quantity" || !value.draws) return null;
  const mistake = unsuitedMarks(run, item, options, []);
  if (mistake) return mistake;
  const { draws, dimension, unit } = value;
  let expr = item;
  while (expr.kind === "paren" || expr.kind === "as") expr = expr.kind === "as" ? expr.value : expr.inner;
  const label = textOf(expr, run.scope);
  const figure = densityFigure(
    {
      label,
      axis: value.result?.path ?? label.replace(/^\w+\./, ""),
      draws: sortedDraws(draws),
      base: dimension.key,
      ...(unit === undefined ? {} : { unit }),
    },
    options.title === undefined ? {} : { title: options.title },
  );
  const inputs = [...draws.inputs].sort(byPlace).map(({ text }) => text);
  return withOrigin({ ...figure, name: label }, [`from ${inputs.join(", ")}`], run.versions);
}

/** Topology figure of a cluster, from its sites down to the links of devices; null for other values. */
function clusterPlot(run: Run, item: Expr, value: Value, options: PlotOptions): Figure | Poison | null {
  if (value.kind !== "record" || value.type.what !== "cluster") return null;
  const cluster = clusterAnswer(run.context, value, placeIn(run, item));
  if (cluster.kind === "poison") return cluster;
  const figure = topologyFigure(cluster.data, null, options);
  return withOrigin(
    { ...figure, name: textOf(item, run.scope) },
    [`cluster ${cluster.data.name}`],
    run.versions,
  );
}

/**
 * Figure of a queue or a run: its jobs or phases over time, or a result by part. Null for other values.
 */
function groupPlot(run: Run, item: Expr, value: Value, options: PlotOptions): Figure | Poison | null {
  const of = value.kind === "result" ? value.scenario : asScenario(value);
  const group = of && groupIn(of);
  if (!group) return null;
  const place = placeIn(run, item);
  const path = value.kind === "result" ? value.path : "timeline";
  const unit = value.kind === "result" && value.unit !== undefined ? { unit: value.unit } : {};
  const drawn = of.parts.queue
    ? queuePlot(run, of, path, { ...options, ...unit }, place)
    : runPlot(run, of, path, { ...options, ...unit }, place);
  if (drawn === null) return poison(diagnostic("nothing-to-plot", { what: describe(value) }, place));
  if ("diagnostics" in drawn) return drawn;
  const name = value.kind === "result" ? textOf(item, run.scope) : `${textOf(item, run.scope)} timeline`;
  return withOrigin({ ...drawn.figure, name }, [drawn.origin], run.versions);
}

type Drawn = { readonly figure: Figure; readonly origin: string } | Poison | null;
type GroupOptions = PlotOptions & { readonly unit?: string };

/** Figure of a queue: its jobs on nodes, its device time by part, or its nodes over time. */
function queuePlot(run: Run, of: ScenarioValue, path: string, options: GroupOptions, place: Place): Drawn {
  const answer = queueAnswer(run.context, of, place);
  if (answer.kind === "poison") return answer;
  const { workload, run: made, estimate } = answer;
  const draw: Readonly<Record<string, () => Figure>> = {
    timeline: () => queueFigure(workload, made, estimate, options),
    occupancy: () => occupancyFigure(workload, made, options),
    device_time: () => partsFigure(estimate.deviceTime, options),
  };
  const figure = draw[path]?.();
  return figure ? { figure, origin: `${workload.jobs.length} jobs on ${workload.cluster}` } : null;
}

/** Figure of a run: its phases over time, or its time, cost or energy by phase. */
function runPlot(run: Run, of: ScenarioValue, path: string, options: GroupOptions, place: Place): Drawn {
  const answer = runAnswer(run.context, of, place);
  if (answer.kind === "poison") return answer;
  const origin = `${answer.phases.length} phases: ${answer.phases.map(({ name }) => name).join(", ")}`;
  if (path === "timeline") return { figure: phasesFigure(answer.name, answer.estimate, options), origin };
  const tree = runBreakdown(answer, path);
  return tree ? { figure: partsFigure(tree, options), origin } : null;
}

/** Titles of figures that compare one result of several scenarios, by the result's path. */
const SIDE_BY_SIDE: Readonly<Record<string, string>> = {
  memory: "Memory of one device of the fullest stage",
  time: "One training step by part",
  run: "Wall-clock time of the run by part",
  rl: "One RL iteration by part",
  power: "Power of the site by part",
  energy: "Energy of the run by part",
  carbon: "CO2e of the run by part",
  cost: "Cost of the run by part",
};

/** Figure that compares one result of several scenarios; null where the items are not such results. */
export function comparedFigure(
  run: Run,
  items: readonly { readonly item: Expr; readonly value: Value }[],
  { title, before = 0 }: PlotOptions,
): Figure | null {
  const [first] = items;
  if (items.length < 2 || first?.value.kind !== "result") return null;
  const { path, unit } = first.value;
  const heading = SIDE_BY_SIDE[path];
  if (heading === undefined) return null;
  const compared: Compared[] = [];
  const plans: string[] = [];
  for (const { item, value } of items) {
    if (value.kind !== "result" || value.path !== path || !value.scenario) return null;
    const place = placeIn(run, item);
    const tree = breakdownOf(run.context, value, place);
    const answer = answerOf(run.context, value.scenario, place);
    if (tree.kind !== "breakdown" || answer.kind === "poison") return null;
    const { name } = answer.scenario;
    const limit = path === "memory" ? { limit: answer.estimate.memory.capacity } : {};
    const fits = fitIn(answer);
    compared.push({ label: `${name}${FIT_SUFFIX[fits]}`, breakdown: tree.breakdown, fits, ...limit });
    plans.push(`${name}: ${scenarioOrigin(answer.scenario)[0] ?? ""}`);
  }
  const figure = breakdownsFigure(compared, {
    title: title ?? heading,
    ...(path === "memory" ? { what: "memory" } : {}), // each part's own name is the stage it is of
    ...(unit === undefined ? {} : { unit }),
    guesses: guessesAtResults(
      run,
      items.map(({ item }) => item),
      before,
    ),
  });
  return withOrigin(
    { ...figure, name: items.map(({ item }) => textOf(item, run.scope)).join(" ") },
    plans,
    run.versions,
  );
}
