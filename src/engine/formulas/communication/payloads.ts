import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Payloads of collectives, and their numbers of calls.

export const shardBytes = formula({
  name: "shardBytes",
  result: "a rank's share of a collective's payload",
  unit: "B",
  expression: "Q/n",
  symbols: { Q: y.payload, n: y.group },
  source: "definition",
  example: { Q: 1e9, n: 8, gives: 1.25e8 },
});

export const gradientPayload = formula({
  name: "gradientPayload",
  result: "payload of a data-parallel collective",
  unit: "B",
  expression: "B_x*P",
  symbols: {
    B_x: { ...y.elementBytes, meaning: "bytes that the collective sends per parameter" },
    P: { ...y.paramCount, meaning: "parameters in the collective, per rank" },
  },
  source: "definition",
  example: { B_x: 2, P: 1e9, gives: 2e9 },
});

export const buckets = formula({
  name: "buckets",
  result: "buckets that gradients are sent in",
  unit: "1",
  expression: "max(ceil(Q/max(Q_b, d*Q_r)), 1)",
  symbols: { Q: y.payload, Q_b: y.bucket, d: y.dp, Q_r: y.bucketRank },
  source:
    "arXiv:2006.15704, section 3.2.3; Megatron Core, DistributedDataParallel (buckets that grow with the ranks)",
  example: { Q: 1e9, Q_b: 25e6, d: 8, Q_r: 1e6, gives: 40 },
});

export const lastLayerShare = formula({
  name: "lastLayerShare",
  result: "share of a stage's gradients that exists only when its backward pass ends",
  unit: "1",
  expression: "1/max(L_r, 1)",
  symbols: { L_r: y.stageLayers },
  source: "definition",
  assumes: "one bucket a layer",
  example: { L_r: 12, gives: 0.08333333333333333 },
});

export const lossPayload = formula({
  name: "lossPayload",
  result: "payload of the loss's softmax statistics: one fp32 number per token",
  unit: "B",
  expression: "B_f*s*b",
  symbols: { B_f: y.floatBytes, s: y.seqLen, b: y.microBatch },
  source: "arXiv:1909.08053, section 3",
  example: { B_f: 4, s: 2048, b: 1, gives: 8192 },
});
