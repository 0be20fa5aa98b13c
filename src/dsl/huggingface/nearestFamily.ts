import { suggest } from "../diagnostics/index.ts";
import type { Config } from "./config.ts";

/**
 * Keys of `config.json` that only some architectures have, each with a known architecture of this kind. The first key
 * that a configuration has counts.
 */
const marks: readonly (readonly [key: string, family: string])[] = [
  ["hybrid_override_pattern", "nemotron_h"],
  ["linear_num_value_heads", "qwen3_next"],
  ["attn_layer_period", "jamba"],
  ["mamba_n_heads", "nemotron_h"],
  ["state_size", "mamba2"],
  ["attn_type_list", "minimax"],
  ["kv_lora_rank", "deepseek_v3"],
  ["encoder_layers", "bart"],
  ["num_decoder_layers", "t5"],
  ["d_kv", "t5"],
  ["patch_size", "vit"],
  ["type_vocab_size", "bert"],
  ["num_local_experts", "mixtral"],
  ["n_routed_experts", "deepseek_v3"],
  ["num_experts", "qwen3_moe"],
  ["n_embd", "gpt2"],
];

/** Known architecture that is most similar to an unknown one, by its name or by keys in its configuration. */
export function nearestFamily(type: string, config: Config, known: Iterable<string>): string {
  const names = [...known];
  const marked = marks.find(([key]) => config.value(key) !== null)?.[1];
  const [stem = ""] = /^[a-z]+/.exec(type) ?? [];
  const kin = names.filter((name) => stem.length > 2 && name.startsWith(stem));
  // Evidence from strongest to weakest: name and key together, a typo in the name, the key alone, the name alone.
  if (marked !== undefined && kin.includes(marked)) return marked;
  const alike = suggest(type, names);
  if (alike !== null && alike[0] === type[0]) return alike;
  return marked ?? names.find((name) => type.includes(name)) ?? alike ?? kin.at(-1) ?? "llama";
}
