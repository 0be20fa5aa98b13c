import { count, tags, truth } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const dFf: FieldRow = {
  name: "d_ff",
  doc: "Width of the feed-forward layer.",
  accepts: count(),
  range: [1, null],
  example: "4 * d_model",
};
const clamped: FieldRow = {
  name: "clamped",
  doc: "Whether both factors of the gate are clamped before they are multiplied, as in GPT-OSS.",
  accepts: truth,
  default: "false",
  source: "Hugging Face openai/gpt-oss-120b, config.json: swiglu_limit",
  example: "true",
};
const dense = ["gelu", "relu", "swiglu", "geglu"] as const;

/** Schema of the tags for feed-forward layers: dense layers such as `swiglu`, and mixtures of experts. */
export const mlpTags: readonly RecordRow[] = [
  {
    name: "gelu",
    doc: "Two matrices with a GELU between them.",
    fields: [{ ...dFf, default: "4 * d_model" }],
    positional: "d_ff",
  },
  {
    name: "relu",
    doc: "Two matrices with a ReLU between them.",
    fields: [{ ...dFf, default: "4 * d_model" }],
    positional: "d_ff",
  },
  {
    name: "swiglu",
    doc: "Three matrices, gated by SiLU (arXiv:2002.05202).",
    fields: [dFf, clamped],
    positional: "d_ff",
  },
  {
    name: "geglu",
    doc: "Three matrices, gated by GELU (arXiv:2002.05202).",
    fields: [dFf, clamped],
    positional: "d_ff",
  },
  {
    name: "moe",
    doc: "Mixture of experts: a router sends each token to a few feed-forward experts.",
    fields: [
      {
        name: "experts",
        doc: "Routed experts of a layer.",
        accepts: count(),
        range: [1, null],
        example: "256",
      },
      {
        name: "shared",
        doc: "Experts that every token passes through.",
        accepts: count(),
        default: "0",
        range: [0, null],
        example: "1",
      },
      {
        name: "top_k",
        doc: "Routed experts that a token passes through.",
        accepts: count(),
        range: [1, null],
        example: "8",
      },
      { name: "expert", doc: "One expert.", accepts: tags(...dense), example: "swiglu(d_ff = 2_048)" },
      {
        name: "shared_d_ff",
        doc: "Width of one shared expert, if it differs from a routed expert's. A dense branch parallel to the experts (Arctic) is a shared expert.",
        accepts: count(),
        default: "expert.d_ff",
        range: [1, null],
        example: "7_168",
      },
      {
        name: "groups",
        doc: "Equal groups of the routed experts, each on one node or device; see `top_groups`.",
        accepts: count(),
        default: "1",
        range: [1, null],
        source: "arXiv:2412.19437, section 2.1.2: node-limited routing; arXiv:2405.04434, section 2.1.2",
        example: "8",
      },
      {
        name: "top_groups",
        doc: "The most groups that a token's experts may come from. With one group per node this limits the nodes a token is sent to.",
        accepts: count(),
        default: "groups",
        range: [1, null],
        source: "arXiv:2412.19437, section 2.1.2",
        example: "4",
      },
      {
        name: "dense_layers",
        doc: "Number of first layers that have a dense feed-forward instead of experts.",
        accepts: count(),
        default: "0",
        range: [0, null],
        example: "3",
      },
      {
        name: "every",
        doc: "One layer in this many has experts, the last of each group; the others are dense (2 in GLaM, Switch and Llama 4 Maverick).",
        accepts: count(),
        default: "1",
        range: [1, null],
        source: "arXiv:2112.06905, section 3; arXiv:2101.03961, section 2",
        example: "2",
      },
      {
        name: "dense",
        doc: "The feed-forward of the dense layers.",
        accepts: { tags: dense, words: [{ word: "none", doc: "there are no dense layers" }] },
        default: "none",
        example: "swiglu(d_ff = 18_432)",
      },
    ],
  },
];
