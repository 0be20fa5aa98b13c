import { call } from "./call.ts";
import type { Config } from "./config.ts";
import type { Family } from "./families.ts";

/**
 * Writes the attention of a model's layers as an expression of the language, such as `gqa(heads = 32, kv_heads = 8)`.
 */
export function attention(config: Config, family: Family): string {
  const heads = config.count(
    "num_attention_heads",
    "n_head",
    "n_heads",
    "num_heads",
    "decoder_attention_heads",
  );
  const rank = config.optional("kv_lora_rank");
  if (rank !== null)
    return call("mla", {
      heads,
      d_head: config.count("qk_nope_head_dim"),
      q_rank: config.optional("q_lora_rank") ?? 0,
      kv_rank: rank,
      d_rope: config.count("qk_rope_head_dim"),
      d_v: config.count("v_head_dim"),
    });
  const nested = config.inner("attn_config");
  const kvHeads =
    family.kvHeads?.(config) ??
    config.optional("num_key_value_heads") ??
    nested?.optional("kv_n_heads") ??
    heads;
  const dHead = config.optional("head_dim", "attention_head_dim", "d_kv") ?? family.dHead ?? null;
  const qkNorm = family.qkNorm instanceof Function ? family.qkNorm(config) : (family.qkNorm ?? "none");
  const qkvBias = family.qkvBias instanceof Function ? family.qkvBias(config) : family.qkvBias;
  return call(kvHeads === heads ? "mha" : "gqa", {
    heads,
    ...(kvHeads === heads ? {} : { kv_heads: kvHeads }),
    ...(dHead === null ? {} : { d_head: dHead }),
    ...(qkvBias === undefined ? {} : { qkv_bias: qkvBias }),
    ...(qkNorm === "none" ? {} : { qk_norm: qkNorm }),
    ...(family.gate ? { gate: true } : {}),
    ...slidingWindow(config, family),
  });
}

/**
 * Fields of attention for a sliding window; empty where no layer has a window. A `sliding_window` in the configuration
 * counts unless `use_sliding_window` is false. Which layers have the window follows from `layer_types`, or else from
 * the architecture's rule.
 */
function slidingWindow(config: Config, family: Family): Readonly<Record<string, number>> {
  const window = config.optional("sliding_window");
  if (window === null || window === 0 || !config.flag("use_sliding_window", true)) return {};
  const types = config.value("layer_types");
  const full = Array.isArray(types) ? types.indexOf("full_attention") : -1;
  if (Array.isArray(types) && !types.includes("sliding_attention")) return {};
  const pattern =
    full >= 0 ? full + 1 : (config.optional("sliding_window_pattern") ?? family.slidingPattern ?? null);
  return { sliding_window: window, ...(pattern === null ? {} : { sliding_window_pattern: pattern }) };
}
