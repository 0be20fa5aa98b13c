import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Context parallelism, which shards every sequence over ranks with the same weights.

const MEGATRON = "Megatron Core, Context parallelism overview; arXiv:2405.07719, section 4";

export const localSeqLen = formula({
  name: "localSeqLen",
  result: "tokens of a sequence on one device",
  unit: "token",
  expression: "s/c",
  symbols: { s: { ...y.seqLen, meaning: "tokens in a whole sequence" }, c: y.cp },
  source: MEGATRON,
  example: { s: 131072, c: 16, gives: 8192 },
});

export const replicas = formula({
  name: "replicas",
  result: "ranks that hold the same weights",
  unit: "1",
  expression: "d*c",
  symbols: { d: y.dp, c: y.cp },
  source: MEGATRON,
  example: { d: 8, c: 16, gives: 128 },
});

export const coreSplit = formula({
  name: "coreSplit",
  result: "ways the attention core is split",
  unit: "1",
  expression: "t*c",
  symbols: { t: y.tp, c: y.cp },
  source: MEGATRON,
  assumes:
    "each rank has a piece from the front and its mirror image from the back, so all ranks have equal work under a causal mask",
  example: { t: 8, c: 16, gives: 128 },
});

export const contiguousSplit = formula({
  name: "contiguousSplit",
  result:
    "effective ways the attention core is split for the busiest rank, when ranks hold contiguous tokens",
  unit: "1",
  expression: "t*c*r/(2*r - 1)",
  symbols: {
    t: y.tp,
    c: y.cp,
    r: { symbol: "r", meaning: "pieces of a document or whole sequence, one per rank", unit: "1" },
  },
  source:
    "arXiv:2311.09431, section 3: of r pieces under a causal mask the last attends to 2r - 1 times the first's scores",
  assumes: "pieces are much longer than a block of the kernel",
  example: { t: 8, c: 4, r: 4, gives: 18.285714285714285 },
});

export const sequencePieces = formula({
  name: "sequencePieces",
  result: "pieces of a sequence of neighbouring tokens each",
  unit: "1",
  expression: "c/c_u",
  symbols: {
    c: y.cp,
    c_u: { ...y.cp, symbol: "c_u", meaning: "context-parallel ranks that split the heads (Ulysses)" },
  },
  source: "arXiv:2405.07719, section 4",
  example: { c: 8, c_u: 2, gives: 4 },
});

export const ringSteps = formula({
  name: "ringSteps",
  result: "key-value blocks a rank receives for one pass over a layer",
  unit: "1",
  expression: "n*(c - 1)",
  symbols: {
    n: { ...y.count, meaning: "key-value blocks that one step of the ring sends" },
    c: { ...y.cp, meaning: "context-parallel ranks of the ring" },
  },
  source: "arXiv:2310.01889, section 3",
  example: { n: 1, c: 4, gives: 3 },
});

export const ringHiding = formula({
  name: "ringHiding",
  result: "attention time that can overlap the transfer of blocks",
  unit: "s",
  expression: "tau*(c - 1)/c",
  symbols: {
    tau: { ...y.seconds, meaning: "time of the attention core" },
    c: { ...y.cp, meaning: "context-parallel ranks of the ring" },
  },
  source: "arXiv:2310.01889, section 3",
  assumes: "the last of the c equal blocks has no transfer left",
  example: { tau: 0.004, c: 4, gives: 0.003 },
});

export const keysAlone = formula({
  name: "keysAlone",
  result: "keys of one context-parallel rank, or its values",
  unit: "B",
  expression: "Q/2",
  symbols: { Q: { ...y.bytes, meaning: "one rank's keys and values" } },
  source: "definition",
  example: { Q: 4194304, gives: 2097152 },
});

export const gatheredKeyValues = formula({
  name: "gatheredKeyValues",
  result: "keys and values of whole sequences, all ranks' shares together",
  unit: "B",
  expression: "c*Q",
  symbols: { c: y.cp, Q: { ...y.bytes, meaning: "one rank's keys and values" } },
  source: "arXiv:2407.21783, section 3.3.2",
  example: { c: 16, Q: 4194304, gives: 67108864 },
});
