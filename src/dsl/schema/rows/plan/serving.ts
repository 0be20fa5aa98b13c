import { count, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";
import { formatWords } from "./precision.ts";

const asTrained = (doc: string) => wordList([["as_trained", doc]]);

const degree = (name: string, doc: string): FieldRow => ({
  name,
  doc,
  accepts: { ...count(), words: asTrained(`the plan's \`${name}\``) },
  default: "as_trained",
  range: [1, 1e7],
  example: "8",
});

const format = (name: string, doc: string, trained: string): FieldRow => ({
  name,
  doc,
  accepts: { words: [...formatWords, ...asTrained(trained)] },
  default: "as_trained",
  example: "fp8",
});

/**
 * Schema of the tag for serving the trained model. The result `inference` uses it, which is computed only when it is
 * read.
 */
export const servingTag: RecordRow = {
  name: "serving",
  doc: "The group of devices that serves the trained model, for `inference`.",
  fields: [
    {
      name: "batch",
      doc: "Sequences served at once.",
      accepts: count("sequence"),
      default: "1",
      range: [1, 1e9],
      example: "32",
    },
    {
      name: "context",
      doc: "Tokens of each prompt; decoding reads a KV cache of that length.",
      accepts: { ...count("token"), words: asTrained("the plan's `seq_len`") },
      unit: "tokens",
      default: "as_trained",
      range: [1, 1e9],
      example: "32Ki tokens",
    },
    degree("tp", "Tensor-parallel degree of the group; experts are split over it too."),
    degree("pp", "Pipeline stages of the group."),
    format("weights", "Format of the weights.", "as the plan's precision stores them"),
    {
      name: "experts",
      doc: "Format of the routed experts' weights.",
      accepts: { words: [...formatWords, ...wordList([["as_weights", "as the other weights"]])] },
      default: "as_weights",
      source: "gpt-oss model card (arXiv:2508.10925), section 2.1: experts in MXFP4, all else in BF16",
      example: "mxfp4",
    },
    format("kv", "Format of the KV cache.", "as the plan's precision stores activations"),
  ],
  positional: "batch",
};

export const serveField: FieldRow = {
  name: "serve",
  doc: "How the trained model is served, for the `inference` results.",
  accepts: {
    tags: ["serving"],
    words: asTrained("one sequence of `seq_len` tokens on `tp` x `pp` devices, in the plan's formats"),
  },
  default: "as_trained",
  source: "arXiv:2211.05102",
  example: "serving(batch = 32, tp = 8, weights = fp8)",
};
