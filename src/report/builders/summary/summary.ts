import type { Breakdown } from "../../../engine/estimate/breakdown.ts";
import type { Estimate, ExpertEstimate } from "../../../engine/estimate/estimate.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Uncertainty } from "../../../uncertainty/index.ts";
import type { Block, Document, Table } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { memoryKinds, partValue } from "../../groups/memoryKinds.ts";
import { devicesText } from "../../naming/devicesText.ts";
import { planText, scheduleText } from "../../naming/planText.ts";
import { inBrackets } from "../../numbers/interval.ts";
import { percent, plain, printed, share } from "../../numbers/number.ts";
import { breakdownTable } from "../breakdownTable.ts";
import { type Fact, factsTable } from "../factsTable.ts";
import { convergenceFacts } from "../run/convergenceFacts.ts";
import { beyondTable } from "../step/beyondTable.ts";
import { basisLines, outsideVerdict } from "../uncertaintyTable.ts";
import { verdictOf } from "./verdict.ts";

/** Versions of the engine, the language and the standard library, which change independently. */
export interface Versions {
  readonly engine: string;
  readonly edition: string;
  readonly std: string;
}

/**
 * One-page report of a scenario: fit, speed, bottleneck and run; memory of the fullest stage and time of the
 * step by part; warnings, assumptions and versions. `warnings` are sentences. With `uncertainty` the main
 * numbers carry their intervals.
 */
export function summary(
  scenario: Scenario,
  estimate: Estimate,
  warnings: readonly string[] = [],
  versions?: Versions,
  uncertainty?: Uncertainty,
): Document {
  return documentOf(
    { kind: "heading", level: 1, text: scenario.name },
    { kind: "paragraph", text: subtitle(scenario, estimate) },
    verdictOf(estimate, uncertainty, scenario.cluster.device.memoryBytes),
    ...(uncertainty ? outsideVerdict(uncertainty) : []),
    ...warnings.map((text): Block => ({ kind: "verdict", tone: "warning", text })),
    factsTable([
      ...speedFacts(scenario, estimate, uncertainty),
      ...runFacts(estimate, uncertainty),
      ...convergenceFacts(estimate),
    ]),
    fullestStage(estimate),
    ...beyondTable(estimate),
    breakdownTable(estimate.time.step, { caption: "One training step", depth: 2 }),
    ...(uncertainty ? basisLines(uncertainty, "in parentheses") : []),
    ...estimate.assumptions.map((text): Block => ({ kind: "paragraph", text: `Assumed: ${text}` })),
    ...(versions === undefined ? [] : [versionLine(versions)]),
  );
}

/** Last line of a report: `Versions: dtp 0.1.0, language edition 2026, standard library 2026.1`. */
export function versionLine(versions: Versions): Block {
  return {
    kind: "paragraph",
    text: `Versions: dtp ${versions.engine}, language edition ${versions.edition}, standard library ${versions.std}`,
  };
}

function subtitle(scenario: Scenario, estimate: Estimate): string {
  const { model, cluster, plan } = scenario;
  return [
    `${model.name} (${printed(estimate.params.value, "param")})`,
    `${cluster.name} (${devicesText(cluster)})`,
    `${plan.name} (${planText(plan)})`,
  ].join(" · ");
}

function speedFacts(
  scenario: Scenario,
  estimate: Estimate,
  uncertainty: Uncertainty | undefined,
): readonly Fact[] {
  const { plan } = scenario;
  const tokens = plan.globalBatch * plan.seqLen;
  return [
    [
      "step time",
      {
        text: printed(estimate.time.step.value, "s") + inBrackets(uncertainty, "step_time"),
        value: estimate.time.step.value,
        why: { path: "step_time" },
      },
      `${plain(plan.globalBatch)} sequences of ${plain(plan.seqLen)}, ${printed(tokens, "token")}`,
    ],
    [
      "throughput",
      {
        text: printed(estimate.tokensPerSecond, "token/s"),
        value: estimate.tokensPerSecond,
        why: { path: "tokens_per_s" },
      },
      `${printed(estimate.tokensPerSecondPerDevice, "token/s")} per device`,
    ],
    [
      "model FLOP/s",
      {
        text: printed(estimate.modelFlopsPerDevice, "FLOP/s"),
        value: estimate.modelFlopsPerDevice,
        why: { path: "tflops_per_device" },
      },
      "per device",
    ],
    [
      "MFU",
      {
        text: percent(estimate.mfu) + inBrackets(uncertainty, "mfu"),
        value: estimate.mfu,
        why: { path: "mfu" },
      },
      `HFU ${percent(estimate.hfu)}`,
    ],
    ...(plan.pp > 1
      ? ([
          [
            "bubble",
            {
              text: percent(estimate.bubbleFraction),
              value: estimate.bubbleFraction,
              why: { path: "bubble_fraction" },
            },
            `of the step is idle; ${scheduleText(plan)}, ${plain(plan.numMicroBatches)} micro-batches on ${plain(plan.pp)} stages`,
          ],
        ] as const)
      : []),
    ...(estimate.experts ? [expertFact(plan, estimate.experts)] : []),
    boundBy(estimate.time.step),
  ];
}

/** Summary line on the load of a mixture's experts, with the cost of an imbalance where there is one. */
function expertFact({ ep }: Scenario["plan"], experts: ExpertEstimate): Fact {
  const { tokens, busiest, dropped, nodes } = experts;
  const notes = [
    `${ep > 1 ? "on the busiest device, " : ""}per layer and micro-batch`,
    ...(busiest === 1 ? [] : [`${plain(Number(busiest.toPrecision(3)))} times a balanced load`]),
    ...(dropped > 0 ? [`${percent(dropped)} of routed copies dropped`] : []),
    ...(nodes === null ? [] : [`a token's experts span ${plain(Number(nodes.toPrecision(2)))} nodes`]),
  ];
  return [
    "tokens per expert",
    { text: plain(Math.round(tokens)), value: tokens, why: { path: "experts.tokens" } },
    notes.join("; "),
  ];
}

function runFacts(estimate: Estimate, uncertainty: Uncertainty | undefined): readonly Fact[] {
  const { run, goodput, cost } = estimate;
  if (run === null) return [];
  const facts: Fact[] = [
    [
      "time to train",
      {
        text: printed(run.timeToTrain, "s") + inBrackets(uncertainty, "time_to_train"),
        value: run.timeToTrain,
        why: { path: "time_to_train" },
      },
      `${plain(Math.round(run.steps))} steps`,
    ],
    [
      "device time",
      {
        text: printed(run.deviceTime, "GPU*s", "GPU-hours"),
        value: run.deviceTime,
        why: { path: "device_time" },
      },
    ],
  ];
  if (cost !== null) {
    const { value } = cost.total;
    const text = printed(value, "$") + inBrackets(uncertainty, "cost");
    const rate = `${printed(cost.rate, "$/GPU/s", "$/GPU-hour")} in total`;
    facts.push(["cost", { text, value, why: { path: "cost" } }, cost.total.parts.length > 1 ? rate : ""]);
  }
  if (goodput !== null)
    facts.push([
      "goodput",
      { text: percent(goodput.total), value: goodput.total, why: { path: "goodput" } },
      failuresNote(estimate),
    ]);
  return facts;
}

/** Remark on failures in a summary: `205 failures, one every 3.1 h; a checkpoint every 9.8 min`. */
function failuresNote({ run, reliability, goodput }: Estimate): string {
  if (!run || run.failures === null || !reliability || !goodput) return "";
  const failures = `${plain(Number(run.failures.toPrecision(3)))} failures, one every ${printed(reliability.mtbf, "s")}`;
  return `${failures}; a checkpoint every ${printed(goodput.interval, "s")}`;
}

/**
 * Summary line on the bottleneck: the largest part of the step, the largest part of that, and the runner-up.
 */
function boundBy(step: Breakdown): Fact {
  const ordered = [...step.parts].sort((one, other) => other.value - one.value);
  const [largest, second] = ordered;
  if (largest === undefined || step.value === 0) return ["bound by", "–"];
  const inner = [...largest.parts].sort((one, other) => other.value - one.value)[0];
  const mostly =
    inner !== undefined && largest.parts.length > 1 && inner.value > largest.value / 2
      ? [`mostly ${inner.label}`]
      : [];
  const next =
    second !== undefined && second.value > 0
      ? [`then ${second.label}, ${percent(second.value / step.value)}`]
      : [];
  return [
    "bound by",
    `${largest.label}, ${percent(largest.value / step.value)} of the step`,
    [...mostly, ...next].join("; "),
  ];
}

function fullestStage(estimate: Estimate): Table {
  const { memory } = estimate;
  const stage = memory.stages[memory.peakStage];
  const kinds = stage === undefined ? [] : memoryKinds([stage]);
  const where = memory.stages.length > 1 ? `, stage ${memory.peakStage} of ${memory.stages.length}` : "";
  return {
    kind: "table",
    caption: `Memory of one device at its peak${where}`,
    columns: [
      { title: "memory", align: "left" },
      { title: "", align: "right", unit: "GiB" },
      { title: "of capacity", align: "right" },
    ],
    rows: [
      ...kinds.map((kind) => {
        const bytes = stage === undefined ? 0 : partValue(stage, kind.name);
        return memoryRow(kind.label, bytes, memory.capacity, `memory.${kind.name}`);
      }),
      memoryRow("total", memory.peak, memory.capacity, "memory.peak"),
    ],
    total: true,
  };
}

function memoryRow(label: string, bytes: number, capacity: number, path: string) {
  const part = capacity === 0 ? 0 : bytes / capacity;
  return [
    { text: label },
    { text: (bytes / 2 ** 30).toFixed(2), value: bytes, why: { path } },
    { text: share(part), value: part, bar: Math.min(1, Math.max(0, part)) },
  ];
}
