import type { Field } from "../factor.ts";
import { layerActivations } from "../memory/activations.ts";
import { microBatchesInFlight } from "../memory/inFlight.ts";
import { keptActivations } from "../memory/keptActivations.ts";
import { stateOfStages } from "../memory/stateMemory.ts";
import { stageParams } from "../model/stageParams.ts";
import type { Plan, Scenario } from "../scenario.ts";
import type { Candidates, Point } from "./candidates.ts";
import { Remembered } from "./remembered.ts";
import { contextOf } from "./stepBound.ts";

/** What the first stage's peak cannot be below, B: weights, gradients, optimizer state, and activations of micro-batches in flight. */
export interface MemoryBound {
  least(point: Point): number;
}

/** Not read by the state of a stage: what a micro-batch is, and what is done with it. */
const passing: ReadonlySet<Field> = new Set<Field>([
  ...([
    "name",
    "cpType",
    "sequenceParallel",
    "seqLen",
    "microBatch",
    "globalBatch",
    "numMicroBatches",
  ] as const),
  ...(["microBatchGroup", "recompute", "flashAttention", "overlap", "offload", "offloadLayers"] as const),
  ...([
    "dispatch",
    "balance",
    "capacity",
    "reshardAfter",
    "prefetch",
    "tokens",
    "checkpoint",
    "serve",
  ] as const),
]);

/** Not read by what a stage keeps of its micro-batches: how state is sharded, and what comes after. */
const resting: ReadonlySet<Field> = new Set<Field>([
  ...([
    "name",
    "zero",
    "dpShard",
    "reshardAfter",
    "gradientScatter",
    "prefetch",
    "dp",
    "globalBatch",
  ] as const),
  ...(["optimizer", "shampoo", "tokens", "checkpoint", "serve"] as const),
]);

export function memoryBound(candidates: Candidates, base: Scenario): MemoryBound {
  const all: readonly Field[] = ["model", "cluster", ...(Object.keys(base.plan) as (keyof Plan)[])];
  const state = new Remembered(candidates, () => all.filter((field) => !passing.has(field)), stateBytes);
  const kept = new Remembered(candidates, () => all.filter((field) => !resting.has(field)), keptBytes);
  return { least: (point) => (state.at(point) ?? 0) + (kept.at(point) ?? 0) };
}

function stateBytes(scenario: Scenario): number {
  const ctx = contextOf(scenario);
  const stage = ctx?.layouts[0];
  if (!ctx || !stage) return 0;
  const first = { ...ctx, layouts: [stage] };
  const { stages, experts, lora } = stageParams(first);
  const { state } = stateOfStages(first, lora)(stage, stages[0] ?? 0, experts[0] ?? null);
  return state.reduce((sum, { value }) => sum + value, 0);
}

function keptBytes(scenario: Scenario): number {
  const ctx = contextOf(scenario);
  const stage = ctx?.layouts[0];
  if (!ctx || !stage) return 0;
  return keptActivations(ctx, stage, microBatchesInFlight(ctx, stage), ctx.kinds.map(layerActivations)).value;
}
