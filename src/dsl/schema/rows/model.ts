import { count, tags, truth, words } from "../accepts.ts";
import type { FieldRow, RecordRow } from "../row.ts";

const heads: FieldRow = {
  name: "heads",
  doc: "Attention heads (query heads).",
  accepts: count(),
  range: [1, null],
  example: "96",
};
const dHead: FieldRow = {
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
  doc: "Whether queries and keys are normalised before their products, and over what.",
  accepts: words([
    ["none", "they are not"],
    ["per_head", "each head by itself, all with one gain (Qwen3, Gemma 3)"],
    ["all_heads", "all heads of a token together (OLMo 2)"],
  ]),
  default: "none",
  source: "arXiv:2302.05442, section 2; arXiv:2505.09388, section 2; arXiv:2501.00656, section 2",
  example: "per_head",
};
const gate: FieldRow = {
  name: "gate",
  doc: "Whether attention's output is multiplied by a gate that its input projects to (Qwen3-Next).",
  accepts: truth,
  default: "false",
  source: "Hugging Face transformers, modeling_qwen3_next.py; arXiv:2505.06708",
  example: "true",
};
const slidingWindow: readonly FieldRow[] = [
  gate,
  {
    name: "sliding_window",
    doc: "Tokens that a token attends to, itself among them, in the layers that have a sliding window.",
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
    doc: "Every how many layers one has full attention, the last of each run; the others have the sliding window (2 in GPT-OSS, 6 in Gemma 3).",
    accepts: { ...count(), words: [{ word: "none", doc: "every layer has the sliding window" }] },
    default: "none",
    range: [1, null],
    source:
      "huggingface/transformers: sliding_window_pattern, layer_types; NVIDIA/Megatron-LM: window_attn_skip_freq",
    example: "2",
  },
];

/** Attention. Names in their defaults are looked up here first, then in the model. */
const attention: readonly RecordRow[] = [
  {
    name: "mha",
    doc: "Multi-head attention: as many key-value heads as query heads.",
    fields: [heads, dHead, qkvBias, qkNorm, ...slidingWindow],
    positional: "heads",
  },
  {
    name: "gqa",
    doc: "Grouped-query attention: several query heads share a key-value head (arXiv:2305.13245).",
    fields: [
      heads,
      {
        name: "kv_heads",
        doc: "Key-value heads; they divide the query heads.",
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
  {
    name: "mqa",
    doc: "Multi-query attention: one key-value head for all query heads (arXiv:1911.02150).",
    fields: [heads, dHead, qkvBias, qkNorm, ...slidingWindow],
    positional: "heads",
  },
  {
    name: "mla",
    doc: "Multi-head latent attention: queries, keys and values go through low ranks (arXiv:2405.04434, section 2.1).",
    fields: [
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
];

const dFf: FieldRow = {
  name: "d_ff",
  doc: "Width of the feed-forward layer.",
  accepts: count(),
  range: [1, null],
  example: "4 * d_model",
};
const clamped: FieldRow = {
  name: "clamped",
  doc: "Whether gate and gated are limited to a range before they are multiplied, as in GPT-OSS.",
  accepts: truth,
  default: "false",
  source: "Hugging Face openai/gpt-oss-120b, config.json: swiglu_limit",
  example: "true",
};
const dense = ["gelu", "relu", "swiglu", "geglu"] as const;

const mlp: readonly RecordRow[] = [
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
        doc: "Width of one shared expert, where it is not an expert's: a dense branch beside the experts (Arctic) is one.",
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
        doc: "Groups at most that a token's experts are in: with a group on each node, the nodes a token is sent to.",
        accepts: count(),
        default: "groups",
        range: [1, null],
        source: "arXiv:2412.19437, section 2.1.2",
        example: "4",
      },
      {
        name: "dense_layers",
        doc: "Layers, the first ones, that have a dense feed-forward instead.",
        accepts: count(),
        default: "0",
        range: [0, null],
        example: "3",
      },
      {
        name: "every",
        doc: "Every how many layers one has experts, the last of each run; the others are dense (2 in GLaM, Switch and Llama 4 Maverick).",
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

const recurrentHeads: FieldRow = {
  name: "heads",
  doc: "Heads of the recurrence, each with a state of its own.",
  accepts: count(),
  range: [1, null],
  example: "128",
};
const conv: FieldRow = {
  name: "conv",
  doc: "Taps of the convolution along the sequence before the recurrence.",
  accepts: count(),
  default: "4",
  range: [0, null],
  example: "4",
};
const chunk = (tokens: string, source: string): FieldRow => ({
  name: "chunk",
  doc: "Tokens that the kernels work on at once, as if with attention; from chunk to chunk the state carries on.",
  accepts: count("token"),
  unit: "tokens",
  default: tokens,
  range: [1, null],
  source,
  example: tokens,
});

/** What mixes tokens in layers without attention. */
const recurrent: readonly RecordRow[] = [
  {
    name: "mamba",
    doc: "A state space layer whose every column has step sizes and decays of its own (arXiv:2312.00752).",
    fields: [
      {
        name: "d_inner",
        doc: "Columns that the state space works on.",
        accepts: count(),
        default: "2 * d_model",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba_simple.py: expand",
        example: "8_192",
      },
      {
        name: "d_state",
        doc: "Numbers of a column's state.",
        accepts: count(),
        default: "16",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba_simple.py",
        example: "16",
      },
      {
        name: "dt_rank",
        doc: "Rank of the step sizes.",
        accepts: count(),
        default: "ceil(d_model / 16)",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba_simple.py",
        example: "256",
      },
      {
        name: "inner_norms",
        doc: "Whether step sizes, keys and queries are normalised (Jamba).",
        accepts: truth,
        default: "false",
        source: "arXiv:2403.19887, section 6.4",
        example: "true",
      },
      conv,
    ],
  },
  {
    name: "mamba2",
    doc: "A state space layer whose decay is one number for each head and token (arXiv:2405.21060).",
    fields: [
      recurrentHeads,
      {
        name: "d_head",
        doc: "Width of a head.",
        accepts: count(),
        default: "64",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba2.py",
        example: "64",
      },
      {
        name: "d_state",
        doc: "Width of the state: rows for each column of a head.",
        accepts: count(),
        default: "128",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba2.py",
        example: "128",
      },
      {
        name: "groups",
        doc: "Groups of heads that share what they write and read by (B and C).",
        accepts: count(),
        default: "1",
        range: [1, null],
        source: "state-spaces/mamba, mamba_ssm/modules/mamba2.py",
        example: "8",
      },
      conv,
      chunk("256", "state-spaces/mamba, mamba_ssm/modules/mamba2.py: chunk_size"),
    ],
  },
  {
    name: "gated_delta",
    doc: "A gated delta net: a decaying state that is corrected, not only added to (arXiv:2412.06464; Qwen3-Next).",
    fields: [
      recurrentHeads,
      {
        name: "d_head",
        doc: "Width of a value head.",
        accepts: count(),
        default: "128",
        range: [1, null],
        example: "128",
      },
      {
        name: "key_heads",
        doc: "Heads of keys and queries.",
        accepts: count(),
        default: "heads",
        range: [1, null],
        example: "16",
      },
      {
        name: "d_key",
        doc: "Width of a key head.",
        accepts: count(),
        default: "d_head",
        range: [1, null],
        example: "128",
      },
      conv,
      chunk("64", "fla-org/flash-linear-attention, fla/ops/gated_delta_rule/chunk.py"),
    ],
  },
  {
    name: "linear_attention",
    doc: "Attention without a softmax, with a fixed decay for each head and a gate on its output (Lightning: arXiv:2501.08313, section 2.2).",
    fields: [
      recurrentHeads,
      { ...dHead, plausible: { least: 16, most: 512, because: "heads are 64 to 256 wide" } },
      chunk("256", "arXiv:2401.04658, section 3.2"),
    ],
  },
];

/** A field of a part of a model, with a word for what the model itself says. */
function asModel(field: string, doc: string, accepted: readonly string[], none?: string): FieldRow {
  const words = [{ word: "same", doc: "as the model's own" }];
  if (none !== undefined) words.push({ word: "none", doc: none });
  return { name: field, doc, accepts: { tags: accepted, words }, default: "same", example: "same" };
}
const attentions = ["mha", "gqa", "mqa", "mla"];
const recurrences = ["mamba", "mamba2", "gated_delta", "linear_attention"];

/** Layers, stacks and inputs that a model may have beside its plain layers. */
const stacks: readonly RecordRow[] = [
  {
    name: "block",
    doc: "Layers that follow each other and are alike.",
    fields: [
      {
        name: "layers",
        doc: "How many they are.",
        accepts: count(),
        default: "1",
        range: [1, 10_000],
        example: "3",
      },
      asModel("attention", "Their attention.", attentions, "they have none"),
      asModel("mlp", "Their feed-forward.", [...dense, "moe"], "they have none"),
      {
        name: "recurrent",
        doc: "What mixes tokens in them in place of attention.",
        accepts: { tags: recurrences, words: [{ word: "none", doc: "attention does" }] },
        default: "none",
        example: "mamba2(heads = 128, groups = 8)",
      },
    ],
  },
  {
    name: "encoder",
    doc: "A stack of layers in which every token sees all others; each of the model's own layers attends to its result as well (arXiv:1706.03762, section 3.1).",
    fields: [
      {
        name: "layers",
        doc: "Layers of the encoder.",
        accepts: count(),
        range: [1, 10_000],
        example: "24",
      },
      asModel("attention", "Attention of the encoder's layers.", attentions),
      asModel("mlp", "Feed-forward of the encoder's layers.", [...dense, "moe"]),
    ],
    positional: "layers",
  },
  {
    name: "patches",
    doc: "Images cut into squares, each projected to one token (arXiv:2010.11929, section 3.1); one head tells the image's class.",
    fields: [
      {
        name: "image",
        doc: "Pixels of an image's side.",
        accepts: count(),
        default: "224",
        range: [1, null],
        source: "arXiv:2010.11929, section 4.1",
        example: "224",
      },
      {
        name: "patch",
        doc: "Pixels of a patch's side; it divides the image's.",
        accepts: count(),
        range: [1, null],
        example: "14",
      },
      {
        name: "channels",
        doc: "Numbers of a pixel.",
        accepts: count(),
        default: "3",
        range: [1, null],
        example: "3",
      },
      {
        name: "extra",
        doc: "Learned tokens beside the patches: one of the class, registers; 0 where a head pools all tokens.",
        accepts: count("token"),
        default: "1",
        range: [0, null],
        source: "arXiv:2010.11929, eq. 1",
        example: "1",
      },
    ],
  },
];

export const modelTags: readonly RecordRow[] = [...attention, ...mlp, ...recurrent, ...stacks];

export const modelRow: RecordRow = {
  name: "model",
  doc: "A transformer: a decoder, an encoder, both, or a hybrid with recurrent layers; of tokens or of images.",
  fields: [
    {
      name: "layers",
      doc: "Transformer layers.",
      accepts: count(),
      range: [1, 10_000],
      example: "96",
    },
    {
      name: "d_model",
      doc: "Width of the residual stream (hidden size).",
      accepts: count(),
      range: [1, null],
      plausible: { least: 64, most: 200_000, because: "published models are 512 to 25,600 wide" },
      example: "12_288",
    },
    {
      name: "attention",
      doc: "The attention of every layer, or of those that `pattern` says.",
      accepts: {
        ...tags("mha", "gqa", "mqa", "mla"),
        words: [{ word: "none", doc: "no layer has attention" }],
      },
      example: "mha(heads = 96)",
    },
    {
      name: "mlp",
      doc: "The feed-forward of every layer, or of those that `pattern` says.",
      accepts: {
        ...tags(...dense, "moe"),
        words: [{ word: "none", doc: "no layer has a feed-forward" }],
      },
      example: "gelu(d_ff = 4 * d_model)",
    },
    {
      name: "recurrent",
      doc: "What mixes tokens in the layers that `pattern` calls recurrent.",
      accepts: {
        ...tags(...recurrences),
        words: [{ word: "none", doc: "every layer has attention" }],
      },
      default: "none",
      example: "mamba2(heads = 128, groups = 8)",
    },
    {
      name: "pattern",
      doc: "What the layers have, over and over: a list of `attention` and `recurrent`, each with a feed-forward; or a text with a letter for a layer that is one thing alone, `M` recurrent, `*` attention, `-` dense feed-forward, `E` experts.",
      accepts: {
        text: true,
        list: words([
          ["attention", "attention and feed-forward"],
          ["recurrent", "recurrence and feed-forward"],
        ]),
        words: [{ word: "none", doc: "every layer has attention and feed-forward" }],
      },
      default: "none",
      source:
        "nvidia/Nemotron-H-8B-Base-8K, config.json: hybrid_override_pattern; Qwen/Qwen3-Next-80B-A3B-Instruct, config.json: layer_types",
      example: "[recurrent, recurrent, recurrent, attention]",
    },
    {
      name: "blocks",
      doc: "Layers that differ in more than `pattern` tells: a list of `block(..)`, gone over again and again until there are `layers`.",
      accepts: {
        list: { tags: ["block"] },
        words: [{ word: "none", doc: "all layers have the model's fields" }],
      },
      default: "none",
      example: "[block(layers = 3, mlp = swiglu(d_ff = 18_432)), block(layers = 58)]",
    },
    {
      name: "encoder",
      doc: "The stack that reads the input where another writes the output; `layers` are the decoder's.",
      accepts: { tags: ["encoder"], words: [{ word: "none", doc: "there is one stack" }] },
      default: "none",
      source: "arXiv:1706.03762, section 3.1; arXiv:1910.10683, section 2.1",
      example: "encoder(layers = 24)",
    },
    {
      name: "mtp",
      doc: "Modules that each predict one further token while training: a projection of two streams, a layer like the last one, the head once more. They stay with the head, and count as parameters.",
      accepts: count(),
      default: "0",
      range: [0, 100],
      source: "arXiv:2412.19437, section 2.2",
      example: "1",
    },
    {
      name: "mask",
      doc: "What a token sees in attention.",
      accepts: words([
        ["causal", "itself and those before it"],
        ["bidirectional", "all tokens of the sequence (BERT, ViT)"],
      ]),
      default: "if input == tokens then causal else bidirectional",
      source: "arXiv:1810.04805, section 3; arXiv:2010.11929, section 3.1",
      example: "bidirectional",
    },
    {
      name: "input",
      doc: "What the model reads.",
      accepts: { tags: ["patches"], words: [{ word: "tokens", doc: "rows of the embedding" }] },
      default: "tokens",
      example: "patches(image = 224, patch = 14)",
    },
    {
      name: "vocab",
      doc: "Rows of the embedding, padding included; of a model of images, its classes.",
      accepts: count("token"),
      range: [1, null],
      plausible: {
        least: 100,
        most: 2_000_000,
        because: "vocabularies have 30 thousand to 260 thousand entries",
      },
      example: "51_200",
    },
    {
      name: "max_seq_len",
      doc: "The longest context the model is trained for; learned positions have this many rows.",
      accepts: count("token"),
      unit: "tokens",
      default: "2_048",
      range: [1, null],
      example: "8Ki",
    },
    {
      name: "positions",
      doc: "How positions enter the model.",
      accepts: words([
        ["rotary", "rotations of queries and keys (arXiv:2104.09864); no parameters"],
        ["yarn", "rotations stretched to a longer context, times a factor (arXiv:2309.00071, section 3.4)"],
        ["learned", "an embedding of max_seq_len rows, as in GPT, or of a row for each token of an image"],
        [
          "relative",
          "a learned bias of the scores for each head and each of 32 distances (T5: arXiv:1910.10683, section 2.1)",
        ],
        ["none", "no positions, or ones without parameters and cost (ALiBi)"],
      ]),
      default: "rotary",
      example: "learned",
    },
    {
      name: "norm",
      doc: "The normalisation before attention and feed-forward.",
      accepts: words([
        ["rmsnorm", "a gain only"],
        ["layernorm", "mean, variance, gain and bias"],
      ]),
      default: "rmsnorm",
      example: "layernorm",
    },
    {
      name: "block",
      doc: "How attention and feed-forward of a layer follow each other.",
      accepts: words([
        ["sequential", "the feed-forward reads what attention has added to the stream"],
        [
          "parallel",
          "both read the same stream and are added to it together (GPT-J, PaLM: arXiv:2204.02311, section 2)",
        ],
      ]),
      default: "sequential",
      example: "parallel",
    },
    {
      name: "norms_per_layer",
      doc: "Norms of the residual stream in a layer: one before each sublayer; Gemma 2 and 3 have one after each as well.",
      accepts: count(),
      default: "if block == parallel then 1 else 2",
      range: [1, 4],
      source: "arXiv:1706.03762, section 3.1; arXiv:2408.00118, section 2",
      example: "4",
    },
    {
      name: "bias",
      doc: "Whether linear layers have biases (GPT-2 and GPT-3 do, Llama does not).",
      accepts: truth,
      default: "false",
      example: "true",
    },
    {
      name: "dropout",
      doc: "Whether dropout masks are kept for backward (GPT-2 and GPT-3 have dropout, Llama has none).",
      accepts: truth,
      default: "false",
      example: "true",
    },
    {
      name: "tied_embeddings",
      doc: "Whether the head uses the embedding's matrix.",
      accepts: truth,
      default: "false",
      example: "true",
    },
  ],
};
