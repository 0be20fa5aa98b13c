/**
 * Fields by memo for which no scenario of these tests shows that the value depends on them. Their makers read them in scenarios that are
 * not drawn here, or for one of several reasons for which a field is listed. The list may only shrink: a pair that is not listed has a
 * scenario, or `memoMutations.test.ts` fails.
 */
export const unshown: Readonly<Record<string, string>> = {
  "first run: kernels of routed experts": "frozen",
  "first run: layer without routed experts, ranks apart": "cpHeads cpOrder cpType ep etp",
  "first run: routed experts": "frozen",
  "first run: routed experts, ranks apart": "dp frozen pp rankOrder",
  "with recomputation: layer kernels outside routed experts": "frozen",
  "with recomputation: kernels of routed experts": "frozen",
  "with recomputation: layer without routed experts, ranks apart": "cpHeads cpOrder cpType ep etp",
  "with recomputation: routed experts": "frozen",
  "with recomputation: routed experts, ranks apart": "dp frozen pp rankOrder",
  "context-parallel sends, ranks apart": "cpOrder ep etp pp",
  "micro-batch work": "schedule",
  "micro-batch work, ranks apart": "cpOrder schedule",
  "pass times": "schedule",
  "pass times, ranks apart": "cpOrder schedule",
  "stage work": "stateOffload",
  "replica collectives": "ownSchedule shampoo vpp",
  "state of stages": "cluster overlap vpp",
  "state on average": "cluster gradientScatter overlap ownSchedule split vpp",
  "saved activations": "cluster cpHeads cpOrder cpType dispatch documents",
  "runs that never finish":
    "compression dp encoderStages framework frozen gradientScatter memory ownSchedule shampoo stateOffload sync vpp",
  "branches that never finish":
    "compression dpShard encoderStages ep etp framework frozen gradientScatter memory ownSchedule shampoo stateOffload sync vpp",
  "first run: kernels of embedding and head": "dpShard gradientScatter numMicroBatches reshardAfter zero",
};
