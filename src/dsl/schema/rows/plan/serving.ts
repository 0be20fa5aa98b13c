import { count, ratio, seconds, wordList } from "../../notation/accepts.ts";
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
    {
      name: "replicas",
      doc: "Equal groups that take the arriving requests in turn.",
      accepts: count(),
      default: "1",
      range: [1, 1e6],
      example: "4",
    },
    {
      name: "arrivals",
      doc: "Requests that arrive at random times, for the `serving` results; `batch` is then the most that a replica has in progress.",
      accepts: {
        tags: ["requests"],
        words: wordList([["none", "a full batch of `batch` prompts"]]),
      },
      default: "none",
      example: "requests(20 requests/s, prompt = 2_000 tokens, output = 500 tokens)",
    },
  ],
  positional: "batch",
};

const tokens = (name: string, doc: string, tag: string, example: string): FieldRow => ({
  name,
  doc,
  accepts: { ...count("token"), tags: [tag] },
  unit: "tokens",
  range: [1, 1e7],
  example,
});

/** Schema of arriving requests. The `serving` results use it, which are computed only when they are read. */
export const requestsTag: RecordRow = {
  name: "requests",
  doc: "Requests that arrive at a server: continuous batching in order of arrival, each with room for its whole length.",
  fields: [
    {
      name: "rate",
      doc: "Mean number of requests per second, over all replicas.",
      accepts: { numbers: ["sequence/s"] },
      unit: "requests/s",
      range: [1e-6, 1e7],
      example: "20 requests/s",
    },
    tokens("prompt", "Length of the prompts: one number, or a distribution.", "prompts", "2_000 tokens"),
    tokens("output", "Length of the outputs: one number, or a distribution.", "responses", "500 tokens"),
    {
      name: "variation",
      doc: "Standard deviation of the time between two requests divided by its mean: 1 is a Poisson process, more comes in bursts, 0 is a steady stream. Times are gamma distributed.",
      accepts: ratio,
      default: "1",
      range: [0, 20],
      source: "vLLM's benchmark_serving.py: burstiness is 1 / variation^2",
      example: "2",
    },
    {
      name: "chunk",
      doc: "Largest number of tokens of an iteration: decoded tokens first, then pieces of prompts (chunked prefill).",
      accepts: {
        ...count("token"),
        words: wordList([["whole", "whole prompts, all that are admitted at once (Orca, OSDI 2022)"]]),
      },
      unit: "tokens",
      default: "8Ki tokens",
      range: [16, 1e7],
      source:
        "Sarathi-Serve, OSDI 2024 (arXiv:2403.02310); vLLM's max_num_batched_tokens of an API server on devices of 70 GiB and more",
      example: "2Ki tokens",
    },
    {
      name: "step_overhead",
      doc: "Time of an iteration on the host; `rl`'s engines were fitted at 8 ms.",
      accepts: seconds,
      unit: "ms",
      default: "0 ms",
      range: [0, 1],
      example: "2 ms",
    },
    {
      name: "simulated",
      doc: "Simulated requests that the percentiles are of.",
      accepts: count("sequence"),
      default: "5_000",
      range: [100, 200_000],
      example: "20_000",
    },
    {
      name: "seed",
      doc: "Random seed: the same seed gives the same requests.",
      accepts: count(),
      default: "1",
      range: [0, 2 ** 31 - 1],
      example: "7",
    },
  ],
  positional: "rate",
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
