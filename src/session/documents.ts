import type { Place } from "../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../dsl/diagnostics/index.ts";
import {
  asScenario,
  type Context,
  counted,
  type Poison,
  poison,
  type Quantity,
  type RecordValue,
  type ResultValue,
  resolveDevice,
  resolveModel,
  resolvePlan,
  type ScenarioValue,
  type Value,
} from "../dsl/evaluate/index.ts";
import type { Breakdown } from "../engine/breakdown.ts";
import { outputs, peerGroups, roofline, wholeEstimate } from "../engine/index.ts";
import { launchTargets } from "../launch/index.ts";
import {
  type Block,
  beyondTable,
  breakdownTable,
  checkpointTable,
  clusterCard,
  commGroupTable,
  commTable,
  type Document,
  deviceCard,
  documentOf,
  type Fact,
  factsTable,
  inferenceTable,
  memoryTable,
  modelCard,
  type NamedTimeline,
  planCard,
  queueTable,
  rankTimes,
  reliabilityTable,
  rooflineTable,
  simulationTable,
  summary,
  timelineTable,
  timeTable,
  topologyTable,
  trainingDataTable,
  uncertaintyTable,
  type Versions,
  valueLine,
} from "../report/index.ts";
import type { Answer } from "./answer.ts";
import { clusterAnswer } from "./clusterAnswer.ts";
import { answerOf, inferenceOf, modelAnswer, simulationIn, uncertaintyIn } from "./engineOutputs.ts";
import { launchFile, launchTable } from "./launchDocument.ts";
import { queueAnswer } from "./queueAnswer.ts";
import { showSkipped } from "./showSkipped.ts";
import { showData, showTable } from "./showTable.ts";
import { taggedText, textOfValue } from "./textOfValue.ts";
import { timelineOf } from "./timelineOf.ts";

/** Something shown: for people, and as data in base units. */
export interface Shown {
  readonly kind: "shown";
  readonly document: Document;
  readonly data: unknown;
  readonly timeline?: NamedTimeline;
}

const shown = (document: Document, data: unknown): Shown => ({ kind: "shown", document, data });
export const blocks = (...all: readonly Block[]): Document => ({ blocks: all });

/** Any value as a document, by its type. */
export function show(
  context: Context,
  label: string,
  value: Value,
  place: Place,
  versions?: Versions,
): Shown | Poison {
  switch (value.kind) {
    case "poison":
      return value;
    case "scenario":
      return showScenario(context, value, place, versions);
    case "record":
      return value.type.what === "queue"
        ? showQueue(context, label, value, "", place)
        : showRecord(context, label, value, place);
    case "result":
      return value.scenario?.parts.queue
        ? showQueue(context, label, value.scenario.parts.queue, value.path, place, value.unit)
        : showResult(context, label, value, place);
    case "table":
      return showTable(context, value, undefined);
    case "data":
      return showData(context, value, undefined);
    case "skipped":
      return showSkipped(value.table);
    case "quantity":
      return shown(
        blocks(valueLine(label, value.value, value.dimension.key, value.unit)),
        quantityData(value),
      );
    default: {
      const data = dataOf(value);
      return shown(blocks(valueLine(label, textOfValue(value))), data);
    }
  }
}

function quantityData(value: Quantity): unknown {
  return { value: value.value, unit: value.dimension.key };
}

export function dataOf(value: Value): unknown {
  const plain = counted(value);
  switch (plain.kind) {
    case "quantity":
      return quantityData(plain);
    case "list":
      return plain.items.map(dataOf);
    case "boolean":
      return plain.value;
    case "none":
      return null;
    default:
      return textOfValue(plain);
  }
}

function showScenario(
  context: Context,
  scenario: ScenarioValue,
  place: Place,
  versions: Versions | undefined,
): Shown | Poison {
  const answer = answerOf(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const warnings = answer.warnings.map((warning) => warning.message);
  const { estimate } = answer;
  const uncertainty = uncertaintyIn(answer);
  const { peak, capacity, beyond } = estimate.memory;
  if (peak > capacity) context.warn(diagnostic("over-memory", { peak, capacity }, place));
  for (const { place: where, held, capacity: room } of beyond)
    if (room !== null && held.value > room)
      context.warn(diagnostic("over-host-memory", { place: where, held: held.value, capacity: room }, place));
  return shown(summary(answer.scenario, estimate, warnings, versions, uncertainty), {
    scenario: answer.scenario,
    // Data may go to another thread: plain.
    estimate: wholeEstimate(estimate),
    uncertainty,
  });
}

/** A queue as a page, or its device time by part. */
function showQueue(
  context: Context,
  label: string,
  queue: RecordValue,
  path: string,
  place: Place,
  unit?: string,
): Shown | Poison {
  const value = asScenario(queue);
  const answer = value && queueAnswer(context, value, place);
  if (!answer || answer.kind === "poison") return answer ?? poison();
  const { workload, run, estimate } = answer;
  if (path === "device_time") {
    const tree = estimate.deviceTime;
    return shown(blocks(breakdownTable(tree, { caption: label, unit: unit ?? "GPU-hours" })), tree);
  }
  return shown(queueTable(workload, run, estimate), {
    workload,
    spans: run.spans.map(({ job, ...span }) => ({ job: job.name, ...span })),
    idle: run.idle,
    estimate,
  });
}

function showRecord(context: Context, label: string, record: RecordValue, place: Place): Shown | Poison {
  switch (record.type.what) {
    case "model": {
      const model = resolveModel(context, record);
      if (model.kind === "poison") return model;
      const answer = modelAnswer(context, record);
      if (answer.kind === "poison") return answer;
      return shown(modelCard(model.data, answer.params), { model: model.data, params: answer.params });
    }
    case "cluster": {
      const cluster = clusterAnswer(context, record, place);
      return cluster.kind === "poison" ? cluster : shown(clusterCard(cluster.data), cluster.data);
    }
    case "device": {
      const device = resolveDevice(context, record);
      return device.kind === "poison" ? device : shown(deviceCard(device.data), device.data);
    }
    case "plan": {
      const plan = resolvePlan(context, record);
      if (plan.kind === "data") return shown(planCard(plan.data), plan.data);
      // Alone, a plan that fills its cluster has no numbers yet: what is written is shown.
      if (plan.diagnostics.some((one) => one.severity === "error" && one.code !== "missing-field"))
        return plan;
      const fields = [...record.fields].map(([name, binding]): Fact => {
        const at = binding.kind === "patch" ? null : binding.place;
        return [name, at ? at.source.text.slice(at.span.start, at.span.end) : ".."];
      });
      return shown(blocks({ kind: "heading", level: 2, text: `plan ${record.name}` }, factsTable(fields)), {
        plan: record.name,
      });
    }
    case "queue":
    case "tagged":
      return shown(blocks(valueLine(label, taggedText(record))), taggedText(record));
  }
}

function showResult(context: Context, label: string, node: ResultValue, place: Place): Shown | Poison {
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
      return shown(
        titled(
          estimate.comm.length === 0
            ? commTable(estimate)
            : blocks(commTable(estimate), commGroupTable(estimate)),
        ),
        estimate.comm,
      );
    case "inference": {
      const made = node.scenario ? inferenceOf(context, node.scenario, answer, place) : poison();
      if (made.kind === "poison") return made;
      return shown(titled(inferenceTable(made.inference, answer.scenario, estimate)), made.inference);
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
      const groups = peerGroups(plan, cluster);
      return shown(titled(topologyTable(groups, cluster)), groups);
    }
    case "launch":
      return shown(
        launchTable(label),
        launchTargets.map(({ name, doc }) => ({ name, doc })),
      );
    case "uncertainty": {
      const uncertainty = uncertaintyIn(answer);
      return shown(titled(uncertaintyTable(uncertainty)), uncertainty);
    }
    case "timeline": {
      const { plan } = answer.scenario;
      const passes = timelineOf(answer, place);
      if (passes.kind === "poison") return passes;
      const data = { seconds: passes.timeline.seconds, ranks: rankTimes(passes.timeline) };
      const document = titled(timelineTable(passes.timeline, plan, node.unit));
      return {
        timeline: { name: answer.scenario.name, timeline: passes.timeline },
        ...shown(document, data),
      };
    }
    default: {
      const target = launchTargets.find(({ name }) => node.path === `launch.${name}`);
      if (!target) return shown(blocks(valueLine(label, node.path)), null);
      const { document, data } = launchFile(answer, target);
      return shown(document, data);
    }
  }
}

/** Results that are a number with its parts and nothing else. */
const breakdowns = new Map(
  outputs.flatMap((output) => (output.kind === "breakdown" ? [[output.path, output] as const] : [])),
);
const isBreakdown = (path: string): boolean => breakdowns.has(path);

type Tree =
  | { readonly kind: "breakdown"; readonly breakdown: Breakdown }
  | { readonly kind: "none" }
  | Poison;

/** A result as one number with its parts, to be laid beside others. */
export function breakdownOf(context: Context, node: ResultValue, place: Place): Tree {
  if (node.record && node.path === "params") {
    const answer = modelAnswer(context, node.record);
    return answer.kind === "poison" ? answer : { kind: "breakdown", breakdown: answer.params };
  }
  if (!node.scenario) return { kind: "none" };
  if (node.scenario.parts.queue) {
    const queue = queueAnswer(context, node.scenario, place);
    if (queue.kind === "poison") return queue;
    return node.path === "device_time"
      ? { kind: "breakdown", breakdown: queue.estimate.deviceTime }
      : { kind: "none" };
  }
  const answer: Answer | Poison = answerOf(context, node.scenario, place);
  if (answer.kind === "poison") return answer;
  const { memory, time } = answer.estimate;
  switch (node.path) {
    case "memory": {
      const breakdown = memory.stages[memory.peakStage];
      return breakdown ? { kind: "breakdown", breakdown } : { kind: "none" };
    }
    case "time":
      return { kind: "breakdown", breakdown: time.step };
    default: {
      const breakdown = breakdowns.get(node.path)?.read(answer.estimate) ?? null;
      return breakdown ? { kind: "breakdown", breakdown } : { kind: "none" };
    }
  }
}
