import type { Row } from "../carry/row.ts";
import { count, flag, implied, where } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";

const at = numberAt;
const isMoe = (settings: Settings): boolean => settings["model.mlp"] === "moe";
const isMla = (settings: Settings): boolean => settings["model.attention"] === "mla";
const BLOCK = "decoder_block";

/** Number of decoder layers by a file; null where the file names a model instead. */
export const decoderLayers = (given: Settings): number | null =>
  named(given) ? null : (at(given, "base_num_decoder_layers") ?? 16);

const named = (given: Settings): boolean => (given.model_name ?? "default") !== "default";
const hasExperts = (given: Settings): boolean => (at(given, "num_experts") ?? 1) > 1;
const latent = (given: Settings): boolean => given.attention_type === "mla";

/** Mapping that is read only from files that describe their model. */
const ofModel = (row: Row): Row => ({
  ...row,
  read: (given, runSize) => (named(given) || !(BLOCK in given) ? {} : row.read(given, runSize)),
});
const ofExperts = (row: Row): Row =>
  where(isMoe, { ...row, read: (given, size) => (hasExperts(given) ? row.read(given, size) : {}) });
const ofLatent = (row: Row): Row =>
  where(isMla, { ...row, read: (given, size) => (latent(given) ? row.read(given, size) : {}) });
const ofHeads = (row: Row): Row =>
  where((settings) => !isMla(settings), {
    ...row,
    read: (given, size) => (latent(given) ? {} : row.read(given, size)),
  });

/** Blocks of rotary embeddings, RMSNorm and gated MLPs, by what else they have. */
const BLOCKS: readonly (readonly [block: string, moe: boolean, mla: boolean, queryNorm: boolean])[] = [
  ["deepseek", true, true, false],
  ["mixtral", true, false, false],
  ["qwen3_moe", true, false, true],
  ["llama2", false, false, false],
  ["mistral", false, false, false],
  ["qwen2", false, false, false],
  ["qwen3", false, false, true],
];

/** Kinds of feed-forward by `mlp_activations`: a gated one has a linear half. */
const ACTIVATIONS: readonly (readonly [kind: string, names: readonly string[]])[] = [
  ["swiglu", ["silu", "linear"]],
  ["geglu", ["gelu", "linear"]],
  ["gelu", ["gelu"]],
  ["relu", ["relu"]],
];

/** Mappings of the model, by its kind of decoder block and its sizes. */
export const modelRows: readonly Row[] = [
  decoderBlock(),
  count("model.layers", "base_num_decoder_layers", 16),
  count("model.d_model", "base_emb_dim", 2048),
  count("model.vocab", "vocab_size", 32_000),
  count("model.max_seq_len", "max_position_embeddings", 163_840),
  flag("model.tied_embeddings", "logits_via_embedding"),
  where((settings) => settings["model.mtp"] !== 0, count("model.mtp", "mtp_num_layers", 0)),
  count("model.attention.heads", "base_num_query_heads", 16),
  attention(),
  ofHeads(count("model.attention.d_head", "head_dim", 128)),
  ofLatent(count("model.attention.q_rank", "q_lora_rank", 0)),
  ofLatent(count("model.attention.kv_rank", "kv_lora_rank", 512)),
  ofLatent(count("model.attention.d_head", "qk_nope_head_dim", 128)),
  ofLatent(count("model.attention.d_rope", "qk_rope_head_dim", 64)),
  ofLatent(count("model.attention.d_v", "v_head_dim", 128)),
  feedForward(),
  ofExperts(count("model.mlp.experts", "num_experts", 1)),
  ofExperts(count("model.mlp.top_k", "num_experts_per_tok", 1)),
  ofExperts(sharedExperts()),
  ofExperts(routingGroups()),
  ofExperts(count("model.mlp.dense_layers", "first_num_dense_layers", 0)),
  ofExperts(implied(["model.mlp.every"], () => ({ "model.mlp.every": 1 }))),
].map(ofModel);

/** Mapping of the decoder block, which decides norms, positions and biases. gpt3 is GPT-3's block. */
function decoderBlock(): Row {
  const [norm, biased] = ["use_qk_norm", "attention_bias"];
  return {
    fields: [
      ...[
        "model.norm",
        "model.positions",
        "model.bias",
        "model.dropout",
        "model.block",
        "model.norms_per_layer",
      ],
      ...["model.attention.qk_norm", "model.attention.qkv_bias"],
    ],
    arguments: [BLOCK, norm, biased],
    write: (settings): Settings => {
      if (settings["model.norm"] === "layernorm" && settings["model.positions"] === "learned")
        return isMoe(settings) ? {} : { [BLOCK]: "gpt3" };
      const normed = settings["model.attention.qk_norm"] === "per_head";
      const found = BLOCKS.find(
        ([, moe, mla, own]) => moe === isMoe(settings) && mla === isMla(settings) && own === normed,
      );
      const bias = settings["model.attention.qkv_bias"] === true;
      const block = bias && found?.[0] === "llama2" ? "qwen2" : found?.[0];
      return block === undefined
        ? {}
        : { [BLOCK]: block, ...(normed ? { [norm]: true } : {}), ...(bias ? { [biased]: true } : {}) };
    },
    read: (given): Settings => {
      const block = textAt(given, BLOCK) ?? "";
      const old = block === "gpt3";
      if (!old && !BLOCKS.some(([name]) => name === block)) return {};
      return {
        "model.norm": old ? "layernorm" : "rmsnorm",
        "model.positions": old ? "learned" : "rotary",
        "model.bias": old,
        "model.dropout": false,
        "model.block": "sequential",
        "model.norms_per_layer": 2,
        ...(latent(given)
          ? {}
          : {
              "model.attention.qk_norm": given[norm] === true ? "per_head" : "none",
              "model.attention.qkv_bias": old || given[biased] === true,
            }),
      };
    },
  };
}

function attention(): Row {
  const [kind, groups, window] = ["attention_type", "base_num_kv_heads", "sliding_window_size"];
  const [heads, wide] = ["model.attention.kv_heads", "model.attention.sliding_window"];
  return {
    fields: ["model.attention", heads, wide, `${wide}_pattern`],
    arguments: [kind, groups, window],
    write: (settings): Settings => {
      const all = at(settings, "model.attention.heads") ?? 16;
      if (isMla(settings)) return { [kind]: "mla", [groups]: all };
      const tokens = at(settings, wide);
      return {
        [groups]: at(settings, heads) ?? all,
        ...(tokens === null ? {} : { [kind]: "local_sliding", [window]: tokens }),
      };
    },
    read: (given): Settings => {
      if (latent(given)) return { "model.attention": "mla" };
      const [all, own] = [at(given, "base_num_query_heads") ?? 16, at(given, groups) ?? 16];
      return {
        "model.attention": all === own ? "mha" : "gqa",
        ...(all === own ? {} : { [heads]: own }),
        [wide]: given[kind] === "local_sliding" ? at(given, window) : null,
        [`${wide}_pattern`]: null,
      };
    },
  };
}

/** Mapping of the feed-forward layers. All layers of a model have one kind. */
function feedForward(): Row {
  const [names, width, expert] = ["mlp_activations", "base_mlp_dim", "base_moe_mlp_dim"];
  const part = (name: string): string => `model.mlp.${name}`;
  return {
    fields: ["model.mlp", ...["d_ff", "expert", "expert.d_ff", "dense", "dense.d_ff"].map(part)],
    arguments: [names, width, expert],
    write: (settings): Settings => {
      const kind = textAt(settings, isMoe(settings) ? part("expert") : "model.mlp");
      const theirs = ACTIVATIONS.find(([own]) => own === kind)?.[1];
      const wide = at(settings, part("expert.d_ff"));
      const dense = at(settings, isMoe(settings) ? part("dense.d_ff") : part("d_ff")) ?? wide;
      return {
        ...(theirs === undefined ? {} : { [names]: theirs }),
        ...(dense === null ? {} : { [width]: dense }),
        ...(isMoe(settings) && wide !== null ? { [expert]: wide } : {}),
      };
    },
    read: (given): Settings => {
      const theirs = (listAt(given, names) ?? ["silu", "linear"]).join();
      const kind = ACTIVATIONS.find(([, own]) => own.join() === theirs)?.[0];
      const dense = at(given, width) ?? 7168;
      if (kind === undefined) return {};
      if (!hasExperts(given)) return { "model.mlp": kind, [part("d_ff")]: dense };
      const first = at(given, "first_num_dense_layers") ?? 0;
      return {
        "model.mlp": "moe",
        [part("expert")]: kind,
        [part("expert.d_ff")]: at(given, expert) ?? dense,
        ...(first > 0 ? { [part("dense")]: kind, [part("dense.d_ff")]: dense } : {}),
      };
    },
  };
}

/** Mapping of shared experts, each as wide as a routed one. */
function sharedExperts(): Row {
  const argument = "shared_experts";
  const [shared, width] = ["model.mlp.shared", "model.mlp.shared_d_ff"];
  return {
    fields: [shared, width],
    arguments: [argument],
    write: (settings): Settings => {
      const [many, wide, expert] = [shared, width, "model.mlp.expert.d_ff"].map((path) => at(settings, path));
      if (many == null || wide == null || expert == null || many === 0) return {};
      return Number.isInteger((many * wide) / expert) ? { [argument]: (many * wide) / expert } : {};
    },
    read: (given) => ({
      [shared]: at(given, argument) ?? 0,
      [width]: at(given, "base_moe_mlp_dim") ?? at(given, "base_mlp_dim") ?? 7168,
    }),
  };
}

function routingGroups(): Row {
  const [groups, top] = ["n_routing_groups", "topk_routing_group"];
  return {
    fields: ["model.mlp.groups", "model.mlp.top_groups"],
    arguments: [groups, top],
    write: (settings): Settings => {
      const many = at(settings, "model.mlp.groups") ?? 1;
      return many === 1 ? {} : { [groups]: many, [top]: at(settings, "model.mlp.top_groups") ?? 1 };
    },
    read: (given) => ({
      "model.mlp.groups": Math.max(1, at(given, groups) ?? 1),
      "model.mlp.top_groups": Math.max(1, at(given, top) ?? 1),
    }),
  };
}
