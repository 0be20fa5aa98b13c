import type { ExpertAdapters } from "../../../engine/scenario/lora.ts";
import type { StatePlace } from "../../../engine/scenario/offload.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Document } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { planText, recomputeText, scheduleText } from "../../naming/planText.ts";
import { plain, printed } from "../../numbers/number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/** Card of a plan: degrees, batch, schedule, precision, recomputation, offloading and overlap. */
export function planCard(plan: Plan): Document {
  const hidden = Object.entries(plan.overlap).flatMap(([name, on]) =>
    on ? [name === "sharedExperts" ? "ep (under shared experts)" : name] : [],
  );
  const facts: Fact[] = [
    ["parallel", planText(plan), plan.sequenceParallel ? "with sequence parallelism" : ""],
    ["schedule", scheduleText(plan), plan.vpp > 1 ? `${plan.vpp} chunks per stage` : ""],
    [
      "batch",
      `${plain(plan.globalBatch)} sequences of ${plain(plan.seqLen)}`,
      `${plain(plan.numMicroBatches)} micro-batches of ${plain(plan.microBatch)} on each replica`,
    ],
    ["precision", plan.precision.name, stateText(plan)],
    ["optimizer", plan.optimizer, shardingText(plan)],
    [
      "recompute",
      recomputeText(plan.recompute),
      plan.flashAttention ? "flash attention" : "no flash attention",
    ],
    ["overlap", hidden.length === 0 ? "none" : hidden.join(", ")],
  ];
  if (plan.offload !== "none")
    facts.push([
      "offload",
      plan.offload,
      plan.offloadLayers === null ? "" : `of ${plan.offloadLayers} layers per device`,
    ]);
  if (plan.lora !== null)
    facts.push([
      "trained",
      `adapters of rank ${plan.lora.rank}`,
      `on ${plan.lora.targets.join(", ")}${ADAPTED_EXPERTS[plan.lora.experts]}${plan.lora.weightBytes === null ? "" : `; frozen weights of ${plain(Number(plan.lora.weightBytes.toPrecision(4)))} B`}`,
    ]);
  const { optimizer, weights, delayed } = plan.stateOffload;
  const beyond = (place: StatePlace): string =>
    place === "nvme" ? "on the node's drives" : "in the host's memory";
  if (optimizer !== "none")
    facts.push(["optimizer state", beyond(optimizer), delayed ? "updated a step later" : ""]);
  if (weights !== "none") facts.push(["weights", beyond(weights)]);
  if (plan.tokens !== null) facts.push(["budget", printed(plan.tokens, "token")]);
  return documentOf({ kind: "heading", level: 2, text: `plan ${plan.name}` }, factsTable(facts));
}

/** Remark on how experts get their adapters in a fine-tuning plan. Empty for the usual way. */
const ADAPTED_EXPERTS: Readonly<Record<ExpertAdapters, string>> = {
  each: "",
  shared: "; one adapter shared by a device's experts",
  none: "; none on routed experts",
};

/** Text on how data parallelism shards the training state: `sharded, ZeRO 3, over 8 of 64`. */
function shardingText({ zero, dp, dpShard }: Plan): string {
  if (zero === 0) return "replicated";
  return `sharded, ZeRO ${zero}${dpShard < dp ? `, over ${dpShard} of ${dp}` : ""}`;
}

/**
 * Text on the bytes of training state per parameter: `weight 2 B, gradient 4 B, master copy 4 B, each moment
 * 4 B`.
 */
function stateText({ precision }: Plan): string {
  const { weightBytes, gradientBytes, masterBytes, momentBytes } = precision;
  const master = masterBytes > 0 ? `, master copy ${plain(masterBytes)} B` : "";
  return `weight ${plain(weightBytes)} B, gradient ${plain(gradientBytes)} B${master}, each moment ${plain(momentBytes)} B`;
}
