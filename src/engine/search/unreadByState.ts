import type { Field } from "../factor.ts";

/** Not read by the state of a stage: what a micro-batch is, and what is done with it; nor where ranks are. */
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
