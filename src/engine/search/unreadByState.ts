import type { Field } from "../scenario/field.ts";

/** Fields that the state of a stage (weights, gradients, optimizer) does not depend on: the micro-batch, what is done with it, and rank placement. */
export const unreadByState: ReadonlySet<Field> = new Set<Field>([
  ...([
    "name",
    "cpType",
    "cpHeads",
    "cpOrder",
    "documents",
    "sequenceParallel",
    "seqLen",
    "microBatch",
    "globalBatch",
    "numMicroBatches",
    "rankOrder",
  ] as const),
  ...(["microBatchGroup", "recompute", "flashAttention", "offload", "offloadLayers"] as const),
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
