import type { DataEstimate } from "../../../engine/estimate/dataEstimate.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Document } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { percent, plain, printed } from "../../numbers/number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/**
 * Report section on the training data: its bytes, the bandwidth that reading it needs, and the time that a
 * step waits for it.
 */
export function trainingDataTable({ plan }: Scenario, data: DataEstimate): Document {
  const { data: set, checkpoint } = plan;
  const bytes = (value: number) => ({ text: printed(value, "B"), value });
  const rate = (value: number) => ({ text: printed(value, "B/s"), value });
  const seconds = (value: number) => ({ text: printed(value, "s"), value });
  const epochs = plain(Number(data.epochs.toPrecision(3)));
  const facts: Fact[] = [
    ["data set", bytes(data.size), `${set?.idBytes ?? 4} bytes per token id; read ${epochs} times`],
    ["a sequence", bytes(data.sequence)],
    ["a step", bytes(data.batch), `${percent(data.cached)} of it from node caches`],
    ["bandwidth needed", rate(data.required), "to keep every step from waiting"],
    [
      "bandwidth available",
      rate(data.bandwidth),
      checkpoint === null
        ? "from shared storage through the nodes' NICs"
        : `checkpoints use ${percent(data.checkpoints)} of the storage bandwidth`,
    ],
    ["reading", seconds(data.read), "the batch of one step"],
    ["preparing", seconds(data.prepare), `by ${plain(set?.workers ?? 1)} workers per data-parallel rank`],
    ["waiting", seconds(data.stall), "per step"],
  ];
  return documentOf(factsTable(facts, "Training data, from storage to the step"));
}
