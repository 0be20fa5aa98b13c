import { count, ratio, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

export const packedTag: RecordRow = {
  name: "packed",
  doc: "Sequences packed with documents of these lengths; tokens attend only to their own document.",
  fields: [
    {
      name: "mean",
      doc: "Mean length of a document.",
      accepts: count("token"),
      unit: "tokens",
      range: [1, 1e9],
      example: "1_000 tokens",
    },
    {
      name: "variation",
      doc: "Standard deviation of the lengths divided by their mean; 0 if all are equal.",
      accepts: ratio,
      default: "1",
      range: [0, 20],
      example: "1.5",
    },
  ],
  positional: "mean",
};

export const lengthsTag: RecordRow = {
  name: "lengths",
  doc: "Sequences packed with documents of measured lengths; tokens attend only to their own document.",
  fields: [
    {
      name: "lengths",
      doc: "Lengths of documents in tokens: one per document, or the bins of a histogram.",
      accepts: { list: count("token") },
      example: "[512, 2_048, 32_768]",
    },
    {
      name: "shares",
      doc: "How many documents have each length, or their share.",
      accepts: { list: ratio, words: wordList([["equal", "one document of each"]]) },
      default: "equal",
      example: "[70%, 25%, 5%]",
    },
  ],
  positional: "lengths",
};

export const documentsField: FieldRow = {
  name: "documents",
  doc: "The documents packed into a sequence. Attention stays within documents, and replicas wait for the one with the longest documents.",
  accepts: { tags: ["packed", "lengths"], words: wordList([["none", "each sequence is one document"]]) },
  default: "none",
  source: "arXiv:2107.02027; arXiv:2407.21783, section 3.2: no attention between documents of a sequence",
  example: "packed(mean = 1_000 tokens, variation = 1.5)",
};
