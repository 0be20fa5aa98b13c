import { call } from "./call.ts";
import { type Config, ConfigProblem } from "./config.ts";

/**
 * Token mixers of an architecture with recurrent layers: the parts of a layer that combine tokens. `recurrent` and
 * `pattern` are the model's fields of these names, as expressions of the language.
 */
export interface Mixers {
  readonly recurrent: string;
  readonly pattern: string;
  /** True where at least one layer has attention. `mlp` is true where at least one layer has a feed-forward. */
  readonly attention: boolean;
  readonly mlp: boolean;
}

type Kind = "attention" | "recurrent";

/**
 * Token mixers of Mamba. Each layer is one Mamba mixer, without attention and feed-forward (transformers,
 * modeling_mamba.py).
 */
export const mamba = (config: Config): Mixers =>
  alone(
    call("mamba", {
      d_inner:
        config.optional("intermediate_size") ??
        (config.optional("expand") ?? 2) * config.count("hidden_size"),
      d_state: config.optional("state_size") ?? 16,
      ...some("dt_rank", config.optional("time_step_rank")),
      conv: config.optional("conv_kernel") ?? 4,
    }),
  );

/**
 * Token mixers of Mamba-2. Each layer is one Mamba-2 mixer, without attention and feed-forward (transformers,
 * modeling_mamba2.py).
 */
export const mamba2 = (config: Config): Mixers =>
  alone(
    call("mamba2", {
      heads: config.count("num_heads"),
      d_head: config.optional("head_dim") ?? 64,
      d_state: config.optional("state_size") ?? 128,
      groups: config.optional("n_groups") ?? 8,
      conv: config.optional("conv_kernel") ?? 4,
      chunk: config.optional("chunk_size") ?? 256,
    }),
  );

/**
 * Token mixers of Nemotron-H. Each layer is a single part (Mamba-2, attention or feed-forward), given by a letter of
 * the pattern (nvidia/Nemotron-H-8B-Base-8K, modeling_nemotron_h.py).
 */
export const nemotronH = (config: Config): Mixers => {
  const letters = config.value("hybrid_override_pattern");
  if (typeof letters !== "string" || !/^[M*E-]+$/.test(letters))
    throw new ConfigProblem("its `hybrid_override_pattern` is no text of `M`, `-`, `*` and `E`");
  return {
    recurrent: call("mamba2", {
      heads: config.count("mamba_num_heads"),
      d_head: config.optional("mamba_head_dim") ?? 64,
      d_state: config.optional("ssm_state_size") ?? 128,
      groups: config.optional("n_groups") ?? 8,
      conv: config.optional("conv_kernel") ?? 4,
      chunk: config.optional("chunk_size") ?? 128,
    }),
    pattern: JSON.stringify(letters),
    attention: letters.includes("*"),
    mlp: /[-E]/.test(letters),
  };
};

/**
 * Token mixers of Jamba. One layer of every `attn_layer_period` has attention, the other layers Mamba (transformers,
 * configuration_jamba.py).
 */
export const jamba = (config: Config): Mixers => {
  const period = config.optional("attn_layer_period") ?? 8;
  const offset = config.optional("attn_layer_offset") ?? 4;
  return hybrid(
    call("mamba", {
      d_inner: (config.optional("mamba_expand") ?? 2) * config.count("hidden_size"),
      d_state: config.optional("mamba_d_state") ?? 16,
      ...some("dt_rank", config.optional("mamba_dt_rank")),
      conv: config.optional("mamba_d_conv") ?? 4,
      inner_norms: true,
    }),
    Array.from({ length: period }, (_, layer) => (layer === offset ? "attention" : "recurrent")),
  );
};

/**
 * Token mixers of Qwen3-Next. Some layers are gated delta nets, the other layers have gated attention (transformers,
 * configuration_qwen3_next.py).
 */
export const qwen3Next = (config: Config): Mixers =>
  hybrid(
    call("gated_delta", {
      heads: config.count("linear_num_value_heads"),
      d_head: config.optional("linear_value_head_dim") ?? 128,
      key_heads: config.count("linear_num_key_heads"),
      d_key: config.optional("linear_key_head_dim") ?? 128,
      conv: config.optional("linear_conv_kernel_dim") ?? 4,
    }),
    layerTypes(config) ?? lastOf(config.optional("full_attention_interval") ?? 4),
  );

/**
 * Token mixers of MiniMax. Layers with a 1 in `attn_type_list` have softmax attention, the other layers Lightning
 * attention (MiniMaxAI/MiniMax-Text-01, modeling_minimax_text_01.py).
 */
export const minimax = (config: Config): Mixers => {
  const kinds = config.value("attn_type_list");
  const listed = Array.isArray(kinds)
    ? kinds.map((kind): Kind => (kind === 1 ? "attention" : "recurrent"))
    : null;
  return hybrid(
    call("linear_attention", {
      heads: config.count("num_attention_heads"),
      ...some("d_head", config.optional("head_dim")),
    }),
    layerTypes(config) ?? listed ?? lastOf(8),
  );
};

const alone = (recurrent: string): Mixers => ({ recurrent, pattern: '"M"', attention: false, mlp: false });

const hybrid = (recurrent: string, kinds: readonly Kind[]): Mixers => ({
  recurrent,
  pattern: `[${period(kinds).join(", ")}]`,
  attention: true,
  mlp: true,
});

const lastOf = (count: number): readonly Kind[] =>
  Array.from({ length: count }, (_, layer) => (layer === count - 1 ? "attention" : "recurrent"));

function layerTypes(config: Config): readonly Kind[] | null {
  const types = config.value("layer_types");
  return Array.isArray(types) && types.length > 0
    ? types.map((type) => (type === "full_attention" ? "attention" : "recurrent"))
    : null;
}

/** Shortest beginning of a list that gives the whole list when repeated: `[a, b]` for `[a, b, a, b]`. */
function period<T>(list: readonly T[]): readonly T[] {
  const fits = (length: number): boolean =>
    list.length % length === 0 && list.every((item, i) => item === list[i % length]);
  const lengths = Array.from(list, (_, i) => i + 1);
  return list.slice(0, lengths.find(fits));
}

const some = (name: string, value: number | null): Readonly<Record<string, number>> =>
  value === null ? {} : { [name]: value };
