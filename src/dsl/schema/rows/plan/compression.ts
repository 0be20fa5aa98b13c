import { count, ratio, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const warmUp = (value: string, source?: string): FieldRow => ({
  name: "warm_up",
  doc: "Share of the steps before compression begins.",
  accepts: ratio,
  unit: "%",
  default: value,
  range: [0, 1],
  ...(source === undefined ? {} : { source }),
  example: "15%",
});

const feedback = (value: string, source: string): FieldRow => ({
  name: "feedback",
  doc: "Error feedback: the format in which compression errors are stored and added to the next gradients.",
  accepts: words([
    ["fp32", "4 bytes per parameter"],
    ["bf16", "2 bytes per parameter"],
    ["none", "no error feedback"],
  ]),
  default: value,
  source,
  example: "bf16",
});

const block = (value: string, source: string): FieldRow => ({
  name: "block",
  doc: "Numbers that share a scale.",
  accepts: count(),
  default: value,
  range: [1, 1e12],
  source,
  example: "2_048",
});

/** Schema of the tags for the compression of gradients that replicas exchange. */
export const compressionTags: readonly RecordRow[] = [
  {
    name: "top_k",
    doc: "Top-k: each rank sends its largest gradients and their indices (deep gradient compression, arXiv:1712.01887).",
    fields: [
      {
        name: "share",
        doc: "Share of the gradients that is sent.",
        accepts: ratio,
        unit: "%",
        range: [1e-9, 1],
        example: "0.1%",
      },
      feedback("fp32", "arXiv:1712.01887, section 3.1: local accumulation"),
      warmUp("0%"),
    ],
    positional: "share",
  },
  {
    name: "power_sgd",
    doc: "Each gradient matrix is sent as two low-rank factors (PowerSGD, arXiv:1905.13727).",
    fields: [
      {
        name: "rank",
        doc: "Rank of the factors.",
        accepts: count(),
        default: "4",
        range: [1, 1e6],
        source: "arXiv:1905.13727, section 5",
        example: "4",
      },
      feedback("fp32", "arXiv:1905.13727, algorithm 2"),
      warmUp("0%"),
    ],
    positional: "rank",
  },
  {
    name: "quantised",
    doc: "Gradients are quantised to few bits, with a scale per block (QSGD, arXiv:1610.02132; ZeRO++, arXiv:2306.10209; FP8-LM, arXiv:2310.18313).",
    fields: [
      {
        name: "bits",
        doc: "Bits per number; 8 also stands for FP8.",
        accepts: count(),
        default: "8",
        range: [1, 16],
        example: "4",
      },
      block("512", "arXiv:1610.02132, section 5"),
      feedback("none", "arXiv:1610.02132, section 3.1: stochastic rounding is unbiased"),
      warmUp("0%"),
    ],
    positional: "bits",
  },
  {
    name: "one_bit",
    doc: "Only the signs of the momentum are sent, with a scale per block (1-bit Adam, arXiv:2102.02888; 1-bit SGD, Seide et al., Interspeech 2014).",
    fields: [
      block("1_000_000", "DeepSpeed, runtime/comm/nccl.py: one scale for each rank's share of a tensor"),
      feedback("fp32", "arXiv:2102.02888, algorithm 1"),
      warmUp("15%", "arXiv:2102.02888, section 5: 23,000 of BERT's 152,000 steps"),
    ],
    positional: "warm_up",
  },
];

export const compressionField: FieldRow = {
  name: "compression",
  doc: "Compression of what replicas send each other: gradients, or the weight changes of islands.",
  accepts: {
    tags: compressionTags.map(({ name }) => name),
    words: wordList([["none", "no compression"]]),
  },
  default: "none",
  example: "quantised(bits = 4)",
};
