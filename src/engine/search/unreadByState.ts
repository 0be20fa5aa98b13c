import type { Field } from "../scenario/field.ts";

/**
 * Fields that the state of a stage (weights, gradients, optimizer) does not depend on: micro-batch size, treatment of its
 * activations, and rank placement.
 */
export const unreadByState: ReadonlySet<Field> = new Set<Field>([
  ...([
    "name",
    "cpType",
    "cpHeads",
    "cpOrder",
    "documents",
    "sequenceParallel",
    "seqLen",
    "encoderSeqLen",
    "sparsity",
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
    "rl",
  ] as const),
]);
