import type { AttentionKind } from "../../../../engine/scenario/attention.ts";
import { count, truth, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const heads: FieldRow = {
  name: "heads",
  doc: "Attention heads (query heads).",
  accepts: count(),
  range: [1, null],
  example: "96",
};
export const dHead: FieldRow = {
  name: "d_head",
  doc: "Width of one head.",
  accepts: count(),
  default: "d_model / heads",
  range: [1, null],
  plausible: { least: 16, most: 512, because: "heads are 64 to 256 wide in published models" },
  example: "128",
};
const qkvBias: FieldRow = {
  name: "qkv_bias",
  doc: "Whether the query, key and value projections have biases.",
  accepts: truth,
  default: "bias",
  example: "true",
};
const qkNorm: FieldRow = {
  name: "qk_norm",
  doc: "Whether queries and keys are normalised before their matmul (QK norm), and over what.",
  accepts: words([
    ["none", "no normalisation"],
    ["per_head", "per head, with one gain for all heads (Qwen3, Gemma 3)"],
    ["all_heads", "over all heads of a token together (OLMo 2)"],
  ]),
  default: "none",
  source: "arXiv:2302.05442, section 2; arXiv:2505.09388, section 2; arXiv:2501.00656, section 2",
  example: "per_head",
};
const gate: FieldRow = {
  name: "gate",
  doc: "Whether the attention output is multiplied by a gate computed from the input (Qwen3-Next).",
  accepts: truth,
  default: "false",
  source: "Hugging Face transformers, modeling_qwen3_next.py; arXiv:2505.06708",
  example: "true",
};
const sinks: FieldRow = {
  name: "sinks",
  doc: "Attention sinks: whether each head has a learned score in every softmax (GPT-OSS). It costs no time here; frameworks may choose `cp_type` by it.",
  accepts: truth,
  default: "false",
  source: "arXiv:2309.17453, section 3; Hugging Face transformers, modeling_gpt_oss.py",
  example: "true",
};
const slidingWindow: readonly FieldRow[] = [
  gate,
  sinks,
  {
    name: "sliding_window",
    doc: "Size of the sliding window: tokens that a token attends to, including itself.",
    accepts: {
      ...count("token"),
      words: [{ word: "none", doc: "every layer has full attention" }],
    },
    unit: "tokens",
    default: "none",
    range: [1, null],
    example: "128",
  },
  {
    name: "sliding_window_pattern",
    doc: "One layer in this many has full attention, the last of each group; the others have the sliding window (2 in GPT-OSS, 6 in Gemma 3).",
    accepts: { ...count(), words: [{ word: "none", doc: "every layer has the sliding window" }] },
    default: "none",
    range: [1, null],
    source:
      "huggingface/transformers: sliding_window_pattern, layer_types; NVIDIA/Megatron-LM: window_attn_skip_freq",
    example: "2",
  },
];

/**
 * Schema of the tags for attention, such as `mha`. Names in the defaults of their fields are looked up in the tag
 * first, then in the model.
 */
const tags: Readonly<Record<AttentionKind, Omit<RecordRow, "name">>> = {
  mha: {
    doc: "Multi-head attention: as many key-value heads as query heads.",
    fields: [heads, dHead, qkvBias, qkNorm, ...slidingWindow],
    positional: "heads",
  },
  gqa: {
    doc: "Grouped-query attention: several query heads share a key-value head (arXiv:2305.13245).",
    fields: [
      heads,
      {
        name: "kv_heads",
        doc: "Number of key-value heads. It must divide `heads`.",
        accepts: count(),
        range: [1, null],
        example: "8",
      },
      dHead,
      qkvBias,
      qkNorm,
      ...slidingWindow,
    ],
  },
  mqa: {
    doc: "Multi-query attention: one key-value head for all query heads (arXiv:1911.02150).",
    fields: [heads, dHead, qkvBias, qkNorm, ...slidingWindow],
    positional: "heads",
  },
  mla: {
    doc: "Multi-head latent attention: queries, keys and values go through low ranks (arXiv:2405.04434, section 2.1).",
    fields: [
      sinks,
      heads,
      { ...dHead, doc: "Width of one head without its rotary part.", default: "128" },
      {
        name: "q_rank",
        doc: "Rank of the compressed queries; 0 for uncompressed.",
        accepts: count(),
        range: [0, null],
        example: "1_536",
      },
      {
        name: "kv_rank",
        doc: "Rank of the compressed keys and values.",
        accepts: count(),
        range: [1, null],
        example: "512",
      },
      {
        name: "d_rope",
        doc: "Width of a head's rotary part.",
        accepts: count(),
        default: "64",
        range: [0, null],
        source: "arXiv:2405.04434, section 3.1.2",
        example: "64",
      },
      {
        name: "d_v",
        doc: "Width of a value head.",
        accepts: count(),
        default: "d_head",
        range: [1, null],
        example: "128",
      },
    ],
  },
};

export const attentionTags: readonly RecordRow[] = Object.entries(tags).map(([name, tag]) => ({
  name,
  ...tag,
}));
