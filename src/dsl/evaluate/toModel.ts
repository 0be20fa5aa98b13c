import type { Attention, DenseMlp, Mlp, Model, Positions, QkNorm } from "../../engine/scenario.ts";
import type { Reader } from "./read.ts";
import type { RecordValue } from "./value.ts";

/** A model record as the engine reads it. */
export function toModel(read: Reader, model: RecordValue): Model {
  return {
    name: model.name,
    layers: read.number(model, "layers"),
    dModel: read.number(model, "d_model"),
    attention: toAttention(read, model),
    mlp: toMlp(read, model),
    vocab: read.number(model, "vocab"),
    tiedEmbeddings: read.truth(model, "tied_embeddings"),
    positions: read.word<Positions>(model, "positions"),
    norm: read.word<Model["norm"]>(model, "norm"),
    block: read.word<Model["block"]>(model, "block"),
    normsPerLayer: read.number(model, "norms_per_layer"),
    bias: read.truth(model, "bias"),
    dropout: read.truth(model, "dropout"),
    maxSeqLen: read.number(model, "max_seq_len"),
  };
}

function toAttention(read: Reader, model: RecordValue): Attention {
  const tag = read.record(model, "attention");
  if (!tag)
    return {
      ...{ kind: "mha", heads: 1, kvHeads: 1, dHead: 1, qkvBias: false, qkNorm: "none" },
      ...{ slidingWindow: null, slidingWindowPattern: null },
    };
  const heads = read.number(tag, "heads");
  const dHead = read.number(tag, "d_head");
  if (tag.name === "mla") {
    return {
      kind: "mla",
      heads,
      dHead,
      qRank: read.number(tag, "q_rank"),
      kvRank: read.number(tag, "kv_rank"),
      dRope: read.number(tag, "d_rope"),
      dV: read.number(tag, "d_v"),
    };
  }
  const common = {
    ...{ heads, dHead, qkvBias: read.truth(tag, "qkv_bias") },
    qkNorm: read.word<QkNorm>(tag, "qk_norm"),
    slidingWindow: read.optional(tag, "sliding_window"),
    slidingWindowPattern: read.optional(tag, "sliding_window_pattern"),
  };
  if (tag.name === "gqa") return { kind: "gqa", kvHeads: read.number(tag, "kv_heads"), ...common };
  if (tag.name === "mqa") return { kind: "mqa", kvHeads: 1, ...common };
  return { kind: "mha", kvHeads: heads, ...common };
}

function toMlp(read: Reader, model: RecordValue): Mlp {
  const tag = read.record(model, "mlp");
  if (!tag) return { kind: "gelu", dFf: 1 };
  if (tag.name !== "moe") return toDense(read, tag);
  const expert = read.record(tag, "expert");
  const dense = read.record(tag, "dense");
  return {
    kind: "moe",
    experts: read.number(tag, "experts"),
    shared: read.number(tag, "shared"),
    topK: read.number(tag, "top_k"),
    expert: expert ? toDense(read, expert) : { kind: "gelu", dFf: 1 },
    sharedDff: read.number(tag, "shared_d_ff"),
    groups: read.number(tag, "groups"),
    topGroups: read.number(tag, "top_groups"),
    denseLayers: read.number(tag, "dense_layers"),
    every: read.number(tag, "every"),
    dense: dense && toDense(read, dense),
  };
}

function toDense(read: Reader, tag: RecordValue): DenseMlp {
  return { kind: tag.name as DenseMlp["kind"], dFf: read.number(tag, "d_ff") };
}
