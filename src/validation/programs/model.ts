import { truthOf } from "../rows/cells.ts";
import type { Row } from "../rows/row.ts";
import { sourceFacts } from "../rows/sourceFacts.ts";

export interface Fields {
  /** Lines of a `model` or `cluster` record, as dtp text. */
  readonly fields: readonly string[];
  readonly assumed: readonly string[];
}

const isGated = (row: Row) => {
  const text = row.text("gated_mlp");
  return truthOf(text) === true && !/^(gelu|relu)/i.test(text ?? "");
};

/**
 * True for gpt-oss, which has biases, clamped experts and attention sinks that tables do not mention (Hugging
 * Face openai/gpt-oss-120b, config.json: attention_bias, swiglu_limit).
 */
const isGptOss = (row: Row) => /gpt[-_ ]?oss/i.test(row.text("model") ?? "");

/**
 * True for a row of gpt-oss with YaRN positions (Megatron-Bridge, models/gpt_oss/gpt_oss_bridge.py). MLPerf's
 * gpt-oss has plain rotary embeddings (gpt_oss_20b, conf/gpt_oss.yaml: position_embedding_type).
 */
const isYarn = (row: Row) => isGptOss(row) && !/mlperf/i.test(row.source);

/**
 * True for DeepSeek-V3 at its full depth, which predicts one further token (arXiv:2412.19437, section 4.2), as
 * Megatron-Bridge's recipes do (v0.1.0 to v0.6.0, recipes/deepseek/deepseek_v3.py: mtp_num_layers = 1) and
 * MLPerf's do (v6.0, deepseekv3_671b, conf/model/671b.yaml). False for runs that the table marks with `w/o
 * MTP`.
 */
const predictsFurther = (row: Row) =>
  /deep-?seek[-_ ]?v3/i.test(row.text("model") ?? "") &&
  row.number("layers") === 61 &&
  !/w\/o MTP/i.test(row.text("notes") ?? "");

/**
 * Builds the `model` record of a row. Values that the row does not state are assumed and listed in `assumed`.
 */
export function modelOf(row: Row): Fields {
  const gated = isGated(row);
  const attention = attentionOf(row);
  const mlp = mlpOf(row);
  const assumed = [...mlp.assumed, ...attention.assumed];
  let vocab = sourceFacts(row).vocab ?? row.number("vocab");
  if (vocab === undefined) {
    // Megatron's tests use GPT-2's tokenizer for every model.
    vocab = gated && !/megatron-lm ci/i.test(row.source) ? 32_000 : 51_200;
    assumed.push(`vocab = ${vocab}: not stated`);
  }
  const tied = truthOf(row.text("tied_embeddings"));
  if (tied === undefined) assumed.push(`tied_embeddings = ${!gated}: not stated`);
  return {
    assumed,
    fields: [
      `layers = ${row.number("layers")}`,
      `d_model = ${row.number("hidden") ?? 0}`,
      `attention = ${attention.text}`,
      `mlp = ${mlp.text}`,
      `vocab = ${vocab}`,
      `max_seq_len = ${row.number("seq_len")}`,
      // Tables do not state these properties. Gated models are assumed to be of the Llama family, others of the
      // GPT family.
      `positions = ${isYarn(row) ? "yarn" : gated ? "rotary" : "learned"}`,
      `norm = ${gated ? "rmsnorm" : "layernorm"}`,
      `bias = ${!gated || isGptOss(row)}`,
      `dropout = ${!gated && !/llm-foundry/i.test(row.source)}`,
      `tied_embeddings = ${tied ?? !gated}`,
      ...(/parallel block/i.test(row.text("attention") ?? "") ? ["block = parallel"] : []),
      ...(predictsFurther(row) ? ["mtp = 1"] : []),
    ],
  };
}

interface Tag {
  readonly text: string;
  readonly assumed: readonly string[];
}

function attentionOf(row: Row): Tag {
  const stated = row.number("heads");
  // Heads inferred by the table's curator are not the source's: BLOOM's tables do not give heads.
  const guessed =
    /heads inferred/i.test(row.text("notes") ?? "") && (row.number("hidden") ?? 0) % (stated ?? 1) > 0;
  const heads = stated === undefined || guessed ? usualHeads(row) : stated;
  const assumed = heads === stated ? [] : [`heads = ${heads}: not stated`];
  if (/mla/i.test(row.text("attention") ?? "")) return latentOf(row, heads);
  const kvHeads = row.number("kv_heads") ?? heads;
  const headDim = row.number("head_dim");
  const dHead =
    headDim !== undefined && headDim * heads !== row.number("hidden") ? `, d_head = ${headDim}` : "";
  const rest = `${dHead}${windowOf(row)}${isGptOss(row) ? ", sinks = true" : ""}`;
  const text =
    kvHeads === heads
      ? `mha(heads = ${heads}${rest})`
      : `gqa(heads = ${heads}, kv_heads = ${kvHeads}${rest})`;
  return { text, assumed };
}

/**
 * Number of attention heads where a row does not state it. Heads have the width that the row states, or 128 as
 * in most published models. Where that does not divide the hidden size, heads are 64 wide.
 */
function usualHeads(row: Row): number {
  const width = row.number("hidden") ?? 0;
  const wide = row.number("head_dim") ?? 128;
  return width % wide === 0 ? width / wide : Math.max(1, Math.floor(width / 64));
}

/**
 * Sliding-window fields from a row's `attention` cell, as dtp text; empty without a window. In `alternating
 * sliding window 128 / full`, every second layer has full attention.
 */
function windowOf(row: Row): string {
  const [, alternating, tokens] =
    /(alternating )?sliding window (\d+)/i.exec(row.text("attention") ?? "") ?? [];
  if (tokens === undefined) return "";
  const pattern = alternating === undefined ? "" : ", sliding_window_pattern = 2";
  return `, sliding_window = ${tokens}${pattern}`;
}

/**
 * Multi-head latent attention of a row, from cells such as `MLA q_lora1536 kv_lora512 rope64` and a head of
 * `192qk/128v`. A row with only `MLA` gets the widths of DeepSeek-V3 (arXiv:2412.19437, section 4.2) if it is
 * of that family. Other rows get Megatron Core's defaults (megatron/core/transformer/transformer_config.py,
 * MLATransformerConfig).
 */
function latentOf(row: Row, heads: number): Tag {
  const text = row.text("attention") ?? "";
  const found = (pattern: RegExp, from = text): number | undefined => {
    const value = pattern.exec(from)?.[1];
    return value === undefined ? undefined : Number(value);
  };
  const deepseek = /deepseek|kimi/i.test(row.text("model") ?? "") && (row.number("hidden") ?? 0) >= 5_000;
  const assumed: string[] = [];
  const or = (value: number | undefined, name: string, otherwise: number): number => {
    if (value === undefined) assumed.push(`${name} = ${otherwise}: not stated`);
    return value ?? otherwise;
  };
  const qRank = or(found(/q_?lora(?:_rank)?\D?(\d+)/i), "q_rank", deepseek ? 1_536 : 512);
  const kvRank = or(found(/kv_?lora(?:_rank)?\D?(\d+)/i), "kv_rank", 512);
  const rope = or(found(/rope\D?(\d+)/i), "d_rope", 64);
  const width = row.text("head_dim") ?? "";
  const keys = found(/(\d+) ?qk/i, width);
  const dHead = keys === undefined ? or(row.number("head_dim"), "d_head", 128) : keys - rope;
  const dV = found(/(\d+) ?v/i, width) ?? dHead;
  const dims = `d_head = ${dHead}, q_rank = ${qRank}, kv_rank = ${kvRank}, d_rope = ${rope}, d_v = ${dV}`;
  return { text: `mla(heads = ${heads}, ${dims})`, assumed };
}

function mlpOf(row: Row): Tag {
  const gated = isGated(row);
  const kind = gated ? "swiglu" : "gelu";
  const assumed = row.text("gated_mlp") === undefined ? ["a feed-forward without a gate: not stated"] : [];
  const width = row.number("ffn_hidden") ?? usualWidth(row, gated);
  if (row.number("ffn_hidden") === undefined && row.number("moe_expert_ffn") === undefined)
    assumed.push(`d_ff = ${width}: not stated`);
  const experts = row.number("moe_experts");
  if (experts === undefined) return { text: `${kind}(d_ff = ${width})`, assumed };
  const expert = row.number("moe_expert_ffn") ?? width;
  const shared = row.number("moe_shared_ffn") ?? 0;
  const groups = routingOf(row, experts);
  const dense = row.number("moe_dense_layers") ?? 0;
  const fields = [
    `experts = ${experts}`,
    `top_k = ${row.number("moe_topk") ?? usualTopK(assumed)}`,
    `expert = ${kind}(d_ff = ${expert}${isGptOss(row) ? ", clamped = true" : ""})`,
    ...(shared === 0
      ? []
      : shared % expert === 0
        ? [`shared = ${shared / expert}`]
        : ["shared = 1", `shared_d_ff = ${shared}`]),
    ...(groups ? [`groups = ${groups.groups}`, `top_groups = ${groups.chosen}`] : []),
    ...(dense > 0 ? [`dense_layers = ${dense}`, `dense = ${kind}(d_ff = ${width})`] : []),
  ];
  return { text: `moe(${fields.join(", ")})`, assumed };
}

/**
 * Feed-forward width where a row does not state it. Without a gate it is four times the hidden size. With a
 * gate it is 8/3 times, which gives as many weights, rounded up to a multiple of 256 (arXiv:2302.13971, section
 * 2.2).
 */
function usualWidth(row: Row, gated: boolean): number {
  const hidden = row.number("hidden") ?? 0;
  return gated ? 256 * Math.ceil((8 * hidden) / 3 / 256) : 4 * hidden;
}

/** Experts per token where a row does not say: two, as in Mixtral (arXiv:2401.04088). */
function usualTopK(assumed: string[]): number {
  assumed.push("top_k = 2: not stated");
  return 2;
}

/**
 * Routing that limits a token to some groups of experts: DeepSeek-V3 to 4 of 8 (arXiv:2412.19437, section 4.2)
 * and DeepSeek-V2 to 3 of 8 (arXiv:2405.04434, section 3.1.2). null for other models. The number of experts
 * must match too, because some tables measure shrunk models.
 */
function routingOf(row: Row, experts: number): { readonly groups: number; readonly chosen: number } | null {
  const model = row.text("model") ?? "";
  if (/deep-?seek[-_ ]?v3|deep-?seek[-_ ]?r1/i.test(model) && experts === 256)
    return { groups: 8, chosen: 4 };
  return /deep-?seek[-_ ]?v2/i.test(model) && experts === 160 ? { groups: 8, chosen: 3 } : null;
}
