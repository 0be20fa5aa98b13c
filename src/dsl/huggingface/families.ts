import type { Config } from "./config.ts";
import { jamba, type Mixers, mamba, mamba2, minimax, nemotronH, qwen3Next } from "./mixers.ts";

export type Activation = "swiglu" | "geglu" | "gelu" | "relu";

/**
 * Properties of a model architecture that its code defines and `config.json` does not contain. A property that depends
 * on the configuration is a function of it.
 */
export interface Family {
  readonly mlp: Activation | ((config: Config) => Activation);
  readonly norm: "rmsnorm" | "layernorm";
  readonly positions: "rotary" | "learned" | "relative" | "none";
  /**
   * Function that gives the recurrent layers and the pattern of layers; absent for an architecture with attention in
   * every layer.
   */
  readonly mixers?: (config: Config) => Mixers;
  /** True where a learned gate multiplies the output of attention. */
  readonly gate?: boolean;
  /** True for an architecture with an encoder and a decoder. */
  readonly encoder?: boolean;
  readonly mask?: "bidirectional";
  /** True for an architecture that reads images instead of tokens. */
  readonly images?: boolean;
  /** Number of rows that the learned position table has in addition to the maximum length in `config.json`. */
  readonly extraPositions?: number;
  /** True for an architecture whose linear layers all have biases. */
  readonly bias: boolean | ((config: Config) => boolean);
  /**
   * True for an architecture in which only the query, key and value projections have biases. Overrides `bias` for these
   * projections.
   */
  readonly qkvBias?: boolean | ((config: Config) => boolean);
  /** Default of `tie_word_embeddings`: true where input and output embeddings share their weights. */
  readonly tied: boolean;
  readonly parallel?: (config: Config) => boolean;
  readonly normsPerLayer?: number | ((config: Config) => number);
  readonly qkNorm?: "per_head" | "all_heads" | ((config: Config) => "per_head" | "none");
  /**
   * Interval of layers with full attention where `config.json` does not say: with 6, every sixth layer has full
   * attention and the layers between have a sliding window.
   */
  readonly slidingPattern?: number;
  readonly kvHeads?: (config: Config) => number;
  /** Ratio of feed-forward width to hidden size where `config.json` does not say. */
  readonly expansion?: number;
  readonly dHead?: number;
  /** Number of shared experts of a mixture of experts where `config.json` does not say. */
  readonly shared?: number;
}

const llama: Family = {
  ...{ mlp: "swiglu", norm: "rmsnorm", positions: "rotary", tied: false },
  bias: (config) => config.flag("attention_bias") || config.flag("bias"),
};
const noBias = { bias: false } as const;
const qkvBias = { ...noBias, qkvBias: (config: Config) => config.flag("attention_bias") } as const;
const gpt: Family = {
  mlp: "gelu",
  norm: "layernorm",
  positions: "learned",
  bias: true,
  tied: true,
  expansion: 4,
};
const gemma: Family = { ...llama, mlp: "geglu", tied: true, dHead: 256 };

const bailing: Family = {
  ...llama,
  bias: (config) => config.flag("use_bias"),
  qkvBias: (config) => config.flag("use_qkv_bias"),
  qkNorm: (config) => (config.flag("use_qk_norm") ? "per_head" : "none"),
};
const ernie: Family = { ...llama, bias: (config) => config.flag("use_bias"), tied: true };
const deltaNets: Family = {
  ...llama,
  ...qkvBias,
  ...{ qkNorm: "per_head", dHead: 256, gate: true, mixers: qwen3Next },
};

const bert: Family = { ...gpt, mask: "bidirectional" };
const hybrid: Family = { ...llama, bias: false, positions: "none", tied: false };
const t5: Family = {
  ...{ mlp: projection, norm: "rmsnorm", positions: "relative", bias: false, tied: true },
  encoder: true,
};

/**
 * Activation function of T5's feed-forward layers, from `feed_forward_proj`: `relu`, `gated-gelu` or `gated-silu`
 * (transformers, configuration_t5.py).
 */
function projection(config: Config): Activation {
  const kind = config.value("feed_forward_proj");
  return kind === "gated-gelu" ? "geglu" : kind === "gated-silu" ? "swiglu" : "relu";
}

/**
 * Known architectures by the `model_type` of `config.json`. Taken from the configuration and modelling files of Hugging
 * Face transformers (4.57), or from the code that a model ships with. Checked on the parameter counts of released
 * weights.
 */
export const families: ReadonlyMap<string, Family> = new Map<string, Family>([
  ["llama", llama],
  ["llama4_text", { ...llama, ...noBias, shared: 1 }],
  ["mistral", { ...llama, ...noBias }],
  ["mixtral", { ...llama, ...noBias }],
  ["internlm2", llama],
  ["smollm3", { ...llama, tied: true }],
  ["granite", { ...llama, tied: true }],
  ["phi3", { ...llama, ...noBias }],
  ["phimoe", { ...llama, norm: "layernorm" }],
  ["qwen2", { ...llama, ...noBias, qkvBias: true }],
  ["qwen2_moe", { ...llama, ...noBias, qkvBias: true }],
  ["qwen3", { ...llama, ...qkvBias, qkNorm: "per_head", dHead: 128 }],
  ["qwen3_moe", { ...llama, ...qkvBias, qkNorm: "per_head" }],
  ["seed_oss", { ...llama, ...noBias, qkvBias: (config) => config.flag("attention_bias", true), dHead: 128 }],
  ["gemma", { ...gemma, ...noBias }],
  ["gemma2", { ...gemma, ...noBias, normsPerLayer: 4, slidingPattern: 2 }],
  ["gemma3_text", { ...gemma, ...noBias, normsPerLayer: 4, qkNorm: "per_head", slidingPattern: 6 }],
  ["olmo2", { ...llama, qkNorm: "all_heads" }],
  ["olmo3", { ...llama, qkNorm: "all_heads", slidingPattern: 4 }],
  ["olmoe", { ...llama, qkNorm: "all_heads" }],
  ["minimax_m2", { ...llama, ...noBias, qkNorm: "all_heads" }],
  ["dots1", { ...llama, ...qkvBias, qkNorm: "per_head" }],
  ["bailing_moe", bailing],
  ["bailing_moe_v2", bailing],
  ["ernie4_5", ernie],
  ["ernie4_5_moe", ernie],
  ["deepseek_v2", { ...llama, ...noBias }],
  ["deepseek_v3", { ...llama, ...noBias }],
  ["kimi_k2", { ...llama, ...noBias }],
  [
    "glm4_moe",
    { ...llama, ...qkvBias, qkNorm: (config) => (config.flag("use_qk_norm") ? "per_head" : "none") },
  ],
  ["gpt_oss", { ...llama, bias: true, slidingPattern: 2, dHead: 64 }],
  ["gpt2", gpt],
  [
    "gpt_bigcode",
    { ...gpt, kvHeads: (config) => (config.flag("multi_query", true) ? 1 : config.count("n_head")) },
  ],
  ["opt", { ...gpt, mlp: "relu" }],
  ["bloom", { ...gpt, positions: "none" }],
  ["mpt", { ...gpt, positions: "none", bias: (config) => !config.flag("no_bias", true) }],
  ["gptj", { ...gpt, positions: "rotary", tied: false, parallel: () => true }],
  [
    "gpt_neox",
    {
      ...{ ...gpt, positions: "rotary", tied: false, normsPerLayer: 2 },
      parallel: (config) => config.flag("use_parallel_residual", true),
    },
  ],
  [
    "falcon",
    {
      ...{ ...gpt, positions: "rotary" },
      bias: (config) => config.flag("bias"),
      parallel: (config) => config.flag("parallel_attn", true) || config.flag("new_decoder_architecture"),
      normsPerLayer: (config) => (config.flag("new_decoder_architecture") ? 2 : 1),
      kvHeads: (config) =>
        config.flag("new_decoder_architecture")
          ? (config.optional("num_kv_heads") ?? config.count("num_attention_heads"))
          : config.flag("multi_query", true)
            ? 1
            : config.count("num_attention_heads"),
    },
  ],
  ["starcoder2", { ...gpt, positions: "rotary", bias: (config) => config.flag("use_bias", true) }],
  ["nemotron", { ...gpt, ...noBias, mlp: "relu", positions: "rotary", tied: false }],
  ["cohere", { ...llama, norm: "layernorm", tied: true, parallel: () => true }],
  ["dbrx", { ...llama, ...noBias, norm: "layernorm" }],
  ["qwen3_next", deltaNets],
  ["qwen3_5", deltaNets],
  ["qwen3_5_text", deltaNets],
  ["qwen3_5_moe", deltaNets],
  ["qwen3_5_moe_text", deltaNets],
  ["jamba", { ...hybrid, mixers: jamba }],
  ["nemotron_h", { ...hybrid, mlp: "relu", mixers: nemotronH }],
  ["mamba", { ...hybrid, tied: true, normsPerLayer: 1, mixers: mamba }],
  ["mamba2", { ...hybrid, tied: true, normsPerLayer: 1, mixers: mamba2 }],
  ["minimax", { ...llama, ...noBias, mixers: minimax }],
  ["minimax_text_01", { ...llama, ...noBias, mixers: minimax }],
  ["t5", t5],
  ["mt5", { ...t5, tied: false }],
  ["bart", { ...gpt, encoder: true, extraPositions: 2 }],
  ["mbart", { ...gpt, encoder: true, extraPositions: 2 }],
  ["bert", bert],
  ["roberta", bert],
  ["xlm-roberta", bert],
  ["vit", { ...gpt, tied: false, images: true }],
]);
