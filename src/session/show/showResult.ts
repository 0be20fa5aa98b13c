import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { type Context, type Poison, poison, type ResultValue } from "../../dsl/evaluate/index.ts";
import { layerPeerGroups, peerGroups, roofline, type Timeline } from "../../engine/index.ts";
import { launchTargets } from "../../launch/index.ts";
import {
  type Block,
  beyondTable,
  breakdownTable,
  checkpointTable,
  commGroupTable,
  commTable,
  type Document,
  documentOf,
  drawnTables,
  inferenceTable,
  loadTable,
  memoryTable,
  type NamedValue,
  poolsTable,
  rankTimes,
  reliabilityTable,
  rlTable,
  rooflineTable,
  simulationTable,
  timedStep,
  timelineTable,
  timeTable,
  topologyTable,
  trainingDataTable,
  uncertaintyTable,
  valueTable,
} from "../../report/index.ts";
import type { Answer } from "../answers/answer.ts";
import { answerOf } from "../answers/answerOf.ts";
import { inferenceOf, loadOf, rlOf, simulationIn, uncertaintyIn } from "../answers/lateAnswers.ts";
import { drawnSummary, drawnUncertainty } from "../results/drawnSummary.ts";
import { timelineOf } from "../results/timelineOf.ts";
import { breakdownOf, isBreakdown } from "./breakdownOf.ts";
import { dataOf } from "./dataOf.ts";
import { launchFile, launchTable, notCarried } from "./launchDocument.ts";
import { namedValue } from "./namedValue.ts";
import { blocks, type Shown, shown } from "./shown.ts";

/** Document of a scenario's result at a path: its tables. */
export function showResult(context: Context, label: string, node: ResultValue, place: Place): Shown | Poison {
  const unit = node.unit === undefined ? {} : { unit: node.unit };
  const tree = breakdownOf(context, node, place);
  if (tree.kind === "poison") return tree;
  if (isBreakdown(node.path) && tree.kind === "breakdown") {
    return shown(blocks(breakdownTable(tree.breakdown, { caption: label, ...unit })), tree.breakdown);
  }
  const answer = node.scenario ? answerOf(context, node.scenario, place) : poison();
  if (answer.kind === "poison") return answer;
  const titled = (block: Block | Document): Document =>
    documentOf({ kind: "heading", level: 3, text: label }, block);
  const { estimate } = answer;
  switch (node.path) {
    case "memory":
      return shown(
        titled(documentOf(memoryTable(estimate, node.unit), ...beyondTable(estimate, node.unit))),
        estimate.memory,
      );
    case "time":
      return shown(titled(timeTable(estimate, node.unit)), estimate.time);
    case "comm":
      return shown(titled(commTables(estimate)), estimate.comm);
    case "pools":
      return shown(titled(poolsTable(estimate)), estimate.pools);
    case "inference": {
      const made = node.scenario ? inferenceOf(context, node.scenario, answer, place) : poison();
      if (made.kind === "poison") return made;
      return shown(titled(inferenceTable(made.inference, answer.scenario, estimate)), made.inference);
    }
    case "serving":
      return showLoad(context, node, answer, titled, place);
    case "rl": {
      const made = node.scenario ? rlOf(context, node.scenario, answer, place) : poison();
      return made.kind === "poison"
        ? made
        : shown(titled(rlTable(made.rl, answer.scenario, node.unit)), made.rl);
    }
    case "reliability":
      return shown(titled(reliabilityTable(answer.scenario, estimate)), {
        reliability: estimate.reliability,
        recovery: estimate.goodput?.recovery ?? null,
      });
    case "checkpoint":
      return shown(titled(checkpointTable(answer.scenario, estimate)), estimate.checkpoint);
    case "data":
      return estimate.data
        ? shown(titled(trainingDataTable(answer.scenario, estimate.data)), estimate.data)
        : poison();
    case "simulation": {
      const made = simulationIn(answer);
      if (made === null) return poison();
      const { times, percentile: _, ...data } = made;
      return shown(titled(simulationTable(made)), { ...data, times: [...times] });
    }
    case "roofline": {
      const kernels = roofline(answer.scenario);
      return shown(titled(rooflineTable(kernels, node.unit)), kernels);
    }
    case "topology": {
      const { plan, cluster } = answer.scenario;
      const groups = [...peerGroups(plan, cluster), ...layerPeerGroups(plan, cluster)];
      return shown(titled(topologyTable(groups, cluster)), groups);
    }
    case "launch":
      return shown(
        launchTable(label),
        launchTargets.map(({ name, doc }) => ({ name, doc })),
      );
    case "uncertainty":
      return showUncertainty(context, node, answer, titled);
    case "timeline": {
      const passes = timelineOf(answer, place);
      return passes.kind === "poison" ? passes : showTimeline(answer, passes.timeline, titled, node.unit);
    }
    default: {
      const target = launchTargets.find(({ name }) => node.path === `launch.${name}`);
      return target ? showLaunch(context, answer, target, place) : showGroup(context, node, titled, place);
    }
  }
}

/** Page of serving under arriving requests. */
function showLoad(
  context: Context,
  { scenario }: ResultValue,
  answer: Answer,
  titled: (block: Block | Document) => Document,
  place: Place,
): Shown | Poison {
  const made = scenario ? loadOf(context, scenario, answer, place) : poison();
  if (made.kind === "poison") return made;
  const { times: _, ...data } = made.load;
  return shown(titled(loadTable(made.load, answer.scenario)), data);
}

/** Intervals of a scenario, and where it has uncertain inputs what they bring. */
function showUncertainty(
  context: Context,
  { scenario }: ResultValue,
  answer: Answer,
  titled: (block: Block | Document) => Document,
): Shown {
  const drawn = scenario && drawnSummary(context, scenario);
  const alone = uncertaintyIn(answer);
  if (!drawn || !scenario) return shown(titled(uncertaintyTable(alone)), alone);
  const uncertainty = drawnUncertainty(context, scenario, alone);
  const page = documentOf(titled(uncertaintyTable(uncertainty)), ...drawnTables(drawn));
  return shown(page, { ...uncertainty, uncertain: drawn });
}

/**
 * Table of the numbers below a path that is no chapter of its own, such as `experts`. A number that the scenario lacks is left out; where it
 * lacks all, its error says why.
 */
function showGroup(
  context: Context,
  node: ResultValue,
  titled: (block: Block) => Document,
  place: Place,
): Shown | Poison {
  const below = `${node.path}.`;
  const named: NamedValue[] = [];
  const data: Record<string, unknown> = {};
  let lacking: Poison | null = null;
  for (const path of context.outputs.paths.filter((one) => one.startsWith(below))) {
    const value = context.outputs.read(context, { ...node, path }, place);
    if (value.kind === "poison") lacking ??= value;
    if (value.kind === "poison" || value.kind === "result") continue;
    const label = path.slice(below.length);
    data[label] = dataOf(value);
    named.push(namedValue(label, value, { path }));
  }
  return named.length > 0 ? shown(titled(valueTable(named)), data) : (lacking ?? poison());
}

/** Table of a step's collectives, followed by one of the device groups that run them where there are any. */
const commTables = (estimate: Answer["estimate"]): Block | Document =>
  estimate.comm.length === 0 ? commTable(estimate) : blocks(commTable(estimate), commGroupTable(estimate));

/** Timeline of a step, as a table of times by pipeline rank. */
function showTimeline(
  { scenario, estimate }: Answer,
  timeline: Timeline,
  titled: (block: Block) => Document,
  unit: string | undefined,
): Shown {
  const data = { seconds: timeline.seconds, ranks: rankTimes(timeline) };
  const document = titled(timelineTable(timeline, scenario.plan, estimate.time.step.value, unit));
  return {
    timeline: { name: scenario.name, timeline, step: timedStep({ scenario, estimate }) },
    ...shown(document, data),
  };
}

/** File that launches the scenario, with a warning that lists the settings it cannot express. */
function showLaunch(
  context: Context,
  answer: Answer,
  target: (typeof launchTargets)[number],
  place: Place,
): Shown {
  const { document, data, dropped, program } = launchFile(answer, target);
  if (dropped.length > 0) context.warn(diagnostic("not-carried", notCarried(program, dropped), place));
  return shown(document, data);
}
