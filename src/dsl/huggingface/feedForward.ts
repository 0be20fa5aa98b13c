import { call } from "./call.ts";
import { type Config, ConfigProblem } from "./config.ts";
import type { Family } from "./families.ts";

/**
 * Writes the feed-forward of a model's layers as an expression of the language: a dense one such as `swiglu(d_ff =
 * 14336)`, or `moe(..)`.
 */
export function feedForward(config: Config, family: Family): string {
  const nested = config.inner("ffn_config");
  const kind = family.mlp instanceof Function ? family.mlp(config) : family.mlp;
  const wide = config.optional(
    ...["intermediate_size", "ffn_dim", "n_inner", "d_inner", "ffn_hidden_size", "d_ff", "decoder_ffn_dim"],
  );
  const dFf = (): number => {
    if (wide !== null) return wide;
    if (family.expansion === undefined) throw new ConfigProblem("it has no `intermediate_size`");
    const ratio = config.optional("expansion_ratio") ?? family.expansion;
    return ratio * config.count("hidden_size", "n_embd", "n_embed", "d_model");
  };
  const experts =
    config.optional("num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts") ??
    nested?.optional("moe_num_experts") ??
    null;
  if (experts === null || experts < 2) return call(kind, { d_ff: dFf() });
  const every =
    config.optional(
      "decoder_sparse_step",
      "interleave_moe_layer_step",
      "moe_layer_freq",
      "expert_layer_period",
      "moe_layer_interval",
    ) ?? 1;
  const groups = config.optional("n_group") ?? 1;
  const width = config.optional("moe_intermediate_size") ?? nested?.optional("ffn_hidden_size") ?? dFf();
  const dense = config.optional("first_k_dense_replace", "moe_layer_start_index") ?? 0;
  return call("moe", {
    experts,
    ...sharedExperts(config, family, width),
    top_k:
      config.optional("num_experts_per_tok", "experts_per_token", "moe_k") ??
      nested?.optional("moe_top_k") ??
      missing("num_experts_per_tok"),
    expert: call(kind, {
      d_ff: width,
      ...(config.optional("swiglu_limit") === null ? {} : { clamped: "true" }),
    }),
    ...(groups > 1 ? { groups, top_groups: config.optional("topk_group") ?? groups } : {}),
    ...(dense > 0 ? { dense_layers: dense } : {}),
    ...(every > 1 ? { every } : {}),
    ...(dense > 0 || every > 1
      ? { dense: call(kind, { d_ff: config.optional("intermediate_size_mlp") ?? dFf() }) }
      : {}),
  });
}

function sharedExperts(config: Config, family: Family, width: number): Readonly<Record<string, number>> {
  const wide = config.optional("shared_expert_intermediate_size", "moe_shared_expert_intermediate_size");
  if (wide !== null && wide % width !== 0) return { shared: 1, shared_d_ff: wide };
  const written = config.optional("n_shared_experts", "num_shared_experts", "moe_num_shared_experts");
  const shared = wide === null ? (written ?? family.shared ?? 0) : wide / width;
  return shared > 0 ? { shared } : {};
}

function missing(key: string): never {
  throw new ConfigProblem(`it has no \`${key}\``);
}
