import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Inference } from "../../../engine/estimate/inference.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Table } from "../../document/document.ts";
import { counted, plain, printed } from "../../numbers/number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/**
 * Table of an inference deployment: memory, latency and throughput, next to training's memory and throughput.
 */
export function inferenceTable(inference: Inference, { plan }: Scenario, training: Estimate): Table {
  const { serve } = plan;
  const batch = serve?.batch ?? 1;
  const context = serve?.context ?? plan.seqLen;
  const [tp, pp] = [serve?.tp ?? plan.tp, serve?.pp ?? plan.pp];
  const cell = (value: number, unit: string, path: string) => ({
    ...{ text: printed(value, unit), value, why: { path } },
  });
  const { peak, capacity } = training.memory;
  const facts: readonly Fact[] = [
    ["weights", cell(inference.weights, "B", "inference.weights"), "per device"],
    [
      "key-value cache",
      cell(inference.kvCache, "B", "inference.kv_cache"),
      `per device; ${printed(inference.kvPerToken, "B")} per token over all layers`,
    ],
    [
      "memory",
      cell(inference.memory, "B", "inference.memory"),
      `per device, of ${printed(capacity, "B")}: ${inference.fits ? "fits" : "does not fit"}`,
    ],
    [
      "memory for training",
      cell(peak, "B", "memory.peak"),
      `per device, ${plain(Number((peak / inference.memory).toPrecision(3)))} times as much, on ${plain(plan.tp * plan.pp * plan.cp * plan.dp)} devices`,
    ],
    [
      "largest batch",
      {
        text: plain(inference.largestBatch),
        value: inference.largestBatch,
        why: { path: "inference.largest_batch" },
      },
      "sequences of this length",
    ],
    ["prefill", cell(inference.prefill, "s", "inference.prefill"), "time to the first token"],
    ["decode", cell(inference.decode, "s", "inference.decode"), "per token, for all sequences at once"],
    [
      "tokens generated",
      cell(inference.tokensPerSecond, "token/s", "inference.tokens_per_s"),
      `${printed(inference.tokensPerSecondPerDevice, "token/s")} per device`,
    ],
  ];
  return factsTable(
    facts,
    `${counted(batch, "sequence")} of ${printed(context, "token")} on ${counted(tp * pp, "device")} (tp ${tp}, pp ${pp})`,
  );
}
