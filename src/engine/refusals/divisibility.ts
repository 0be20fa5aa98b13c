import { type Check, none } from "../core/refusal.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { type ModelPart, modelParts } from "../trainingStep/model/modelParts.ts";
import { batch, microBatches } from "./divisible/batch.ts";
import { experts, noExperts } from "./divisible/experts.ts";
import { heads, recurrentHeads } from "./divisible/heads.ts";
import { layerCount, pattern } from "./divisible/layers.ts";
import { sequence } from "./divisible/sequence.ts";
import { widths } from "./divisible/widths.ts";

/** Checks of divisibility: layers, heads, widths, experts, the sequence, the batch. */
export const divisibility: readonly Check[] = [
  { reads: ["model"], find: (scenario) => overParts(scenario, pattern) },
  {
    reads: ["model", "pp", "vpp", "schedule", "ownSchedule", "split", "encoderStages"],
    find: layerCount,
  },
  { reads: ["model", "tp"], find: (scenario) => overParts(scenario, heads) },
  { reads: ["model", "tp", "cp"], find: (scenario) => overParts(scenario, recurrentHeads) },
  { reads: ["model", "tp", "etp"], find: (scenario) => overParts(scenario, widths) },
  {
    reads: ["model", "ep", "etp", "tp", "cp", "dp", "balance"],
    find: (scenario) => overParts(scenario, experts),
  },
  { reads: ["model", "ep", "etp"], find: noExperts },
  {
    reads: ["model", "seqLen", "tp", "cp", "cpType", "cpHeads", "cpOrder", "sequenceParallel"],
    find: sequence,
  },
  { reads: ["dp", "numMicroBatches", "microBatch", "globalBatch"], find: batch },
  {
    reads: ["pp", "vpp", "schedule", "numMicroBatches", "microBatchGroup"],
    find: microBatches,
  },
];

/** Runs a check on each part of the model, and removes duplicate refusals. */
function overParts(
  scenario: Scenario,
  find: (scenario: Scenario, part: ModelPart) => readonly Refusal[],
): readonly Refusal[] {
  const parts = modelParts(scenario.model);
  let found = none;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as ModelPart;
    const more = find(scenario, part);
    if (more.length > 0) found = [...found, ...ofPart(part, more)];
  }
  return found.length < 2 ? found : once(found);
}

/** Refusals with the fields at the part's own paths: `model.blocks[1].attention.heads`. */
function ofPart({ paths }: ModelPart, found: readonly Refusal[]): readonly Refusal[] {
  const placed = (field: string): string => {
    const [head, name = "", ...rest] = field.split(".");
    const own = head === "model" ? paths[name] : undefined;
    return own === undefined ? field : [own, ...rest].join(".");
  };
  return found.map((one) => ({ ...one, fields: one.fields.map(placed) }));
}

/** Refusals without duplicates, which parts with equal fields cause. */
function once(found: readonly Refusal[]): readonly Refusal[] {
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
