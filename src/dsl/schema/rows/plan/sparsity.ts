import { ratio, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

export const sparsityTag: RecordRow = {
  name: "two_four",
  doc: "Weights of feed-forwards pruned in every pass: two of every four are zero, which sparse tensor cores skip (arXiv:2404.01847).",
  fields: [
    {
      name: "speedup",
      doc: "Rate of a sparse matmul relative to the dense one.",
      accepts: {
        ...ratio,
        words: wordList([["none", "the device's `sparse_speedup`, measured by its generation"]]),
      },
      default: "none",
      range: [1, 2],
      example: "1.5",
    },
    {
      name: "weight_gradients",
      doc: "The matmul for the weights' gradient.",
      accepts: words([
        ["dense", "dense, as in torchao"],
        ["sparse", "sparse: gradients are pruned without bias (arXiv:2404.01847, section 3.2: MVUE)"],
      ]),
      default: "dense",
      example: "sparse",
    },
  ],
};

export const sparsityField: FieldRow = {
  name: "sparsity",
  doc: "Whether feed-forwards are trained with 2:4 sparse weights.",
  accepts: { tags: ["two_four"], words: wordList([["none", "all matmuls are dense"]]) },
  default: "none",
  source: "pytorch.org/blog/accelerating-neural-network-training; arXiv:2404.01847",
  example: "two_four()",
};
