import { suggest } from "../diagnostics/index.ts";
import { Config, ConfigProblem } from "./config.ts";
import { type Family, families } from "./families.ts";

/** A definition of the language, or why there is none. */
export type ModelText = { readonly text: string } | { readonly problem: string; readonly help: string };

/**
 * The `config.json` of a Hugging Face model as the definition of a model: what the file says, and for what it leaves
 * to the code of its architecture, what that code does.
 */
export function modelText(name: string, json: string, cite: string): ModelText {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { problem: "it is not JSON", help: "import the `config.json` that lies beside a model's weights" };
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    return {
      problem: "it is no JSON object",
      help: "import the `config.json` that lies beside a model's weights",
    };
  const whole = new Config(parsed);
  const config = whole.inner("text_config") ?? whole;
  const type = String(config.value("model_type") ?? whole.value("model_type") ?? "");
  const family = families.get(type);
  if (!family) {
    const near = suggest(type, families.keys());
    return {
      problem: type === "" ? "it has no `model_type`" : `\`model_type\` is \`${type}\``,
      help: near ? `did you mean \`${near}\`?` : `known are ${[...families.keys()].join(", ")}`,
    };
  }
  try {
    return { text: definition(name, config, family, cite) };
  } catch (error) {
    if (error instanceof ConfigProblem)
      return { problem: error.what, help: `\`model_type\` ${type} needs it` };
    throw error;
  }
}

function definition(name: string, config: Config, family: Family, cite: string): string {
  const of = <T>(rule: T | ((config: Config) => T) | undefined, otherwise: T): T =>
    rule === undefined ? otherwise : rule instanceof Function ? rule(config) : rule;
  const parallel = family.parallel?.(config) ?? false;
  const fields: [string, string | number | boolean][] = [
    ["layers", config.count("num_hidden_layers", "n_layer", "n_layers", "num_layers")],
    ["d_model", config.count("hidden_size", "n_embd", "n_embed", "d_model")],
    ["attention", attention(config, family)],
    ["mlp", feedForward(config, family)],
    ["vocab", config.count("vocab_size")],
    [
      "max_seq_len",
      config.optional("max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx") ?? 2048,
    ],
    ["positions", family.positions],
    ["norm", family.norm],
    ["block", parallel ? "parallel" : "sequential"],
    ["norms_per_layer", of(family.normsPerLayer, parallel ? 1 : 2)],
    ["bias", of(family.bias, false)],
    [
      "dropout",
      ["resid_pdrop", "dropout", "hidden_dropout"].some((key) => Number(config.value(key) ?? 0) > 0),
    ],
    ["tied_embeddings", config.flag("tie_word_embeddings", family.tied)],
  ];
  const lines = fields.map(([key, value]) => `  ${key} = ${value}`);
  return `model ${name} cite ${JSON.stringify(cite)} {\n${lines.join("\n")}\n}\n`;
}

function attention(config: Config, family: Family): string {
  const heads = config.count("num_attention_heads", "n_head", "n_heads");
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
  const dHead = config.optional("head_dim") ?? family.dHead ?? null;
  const qkNorm = family.qkNorm instanceof Function ? family.qkNorm(config) : (family.qkNorm ?? "none");
  const qkvBias = family.qkvBias instanceof Function ? family.qkvBias(config) : family.qkvBias;
  return call(kvHeads === heads ? "mha" : "gqa", {
    heads,
    ...(kvHeads === heads ? {} : { kv_heads: kvHeads }),
    ...(dHead === null ? {} : { d_head: dHead }),
    ...(qkvBias === undefined ? {} : { qkv_bias: qkvBias }),
    ...(qkNorm === "none" ? {} : { qk_norm: qkNorm }),
    ...slidingWindow(config, family),
  });
}

/** A window is in force unless a flag takes it back; which layers have it is in `layer_types`, else the architecture's rule. */
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

function feedForward(config: Config, family: Family): string {
  const nested = config.inner("ffn_config");
  const wide = config.optional("intermediate_size", "ffn_dim", "n_inner", "d_inner", "ffn_hidden_size");
  const dFf = (): number => {
    if (wide !== null) return wide;
    if (family.expansion === undefined) throw new ConfigProblem("it has no `intermediate_size`");
    const ratio = config.optional("expansion_ratio") ?? family.expansion;
    return ratio * config.count("hidden_size", "n_embd", "n_embed", "d_model");
  };
  const experts =
    config.optional("num_local_experts", "num_experts", "n_routed_experts") ??
    nested?.optional("moe_num_experts") ??
    null;
  if (experts === null || experts < 2) return call(family.mlp, { d_ff: dFf() });
  const every = config.optional("decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq") ?? 1;
  const groups = config.optional("n_group") ?? 1;
  const width = config.optional("moe_intermediate_size") ?? nested?.optional("ffn_hidden_size") ?? dFf();
  const dense = config.optional("first_k_dense_replace") ?? 0;
  return call("moe", {
    experts,
    ...sharedExperts(config, family, width),
    top_k:
      config.optional("num_experts_per_tok", "experts_per_token") ??
      nested?.optional("moe_top_k") ??
      missing("num_experts_per_tok"),
    expert: call(family.mlp, { d_ff: width }),
    ...(groups > 1 ? { groups, top_groups: config.optional("topk_group") ?? groups } : {}),
    ...(dense > 0 ? { dense_layers: dense } : {}),
    ...(every > 1 ? { every } : {}),
    ...(dense > 0 || every > 1
      ? { dense: call(family.mlp, { d_ff: config.optional("intermediate_size_mlp") ?? dFf() }) }
      : {}),
  });
}

function sharedExperts(config: Config, family: Family, width: number): Readonly<Record<string, number>> {
  const wide = config.optional("shared_expert_intermediate_size");
  if (wide !== null && wide % width !== 0) return { shared: 1, shared_d_ff: wide };
  const shared = wide === null ? (config.optional("n_shared_experts") ?? family.shared ?? 0) : wide / width;
  return shared > 0 ? { shared } : {};
}

function missing(key: string): never {
  throw new ConfigProblem(`it has no \`${key}\``);
}

function call(tag: string, fields: Readonly<Record<string, string | number | boolean>>): string {
  const list = Object.entries(fields).map(([key, value]) => `${key} = ${value}`);
  return `${tag}(${list.join(", ")})`;
}
