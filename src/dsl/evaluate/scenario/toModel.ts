import type {
  Attention,
  AttentionKind,
  AttentionOf,
  HeadFields,
  QkNorm,
} from "../../../engine/scenario/attention.ts";
import type { Conditioning } from "../../../engine/scenario/conditioning.ts";
import type { DenseMlp, Mlp } from "../../../engine/scenario/mlp.ts";
import type { Block, Encoder, Model, Patches, Positions, Vision } from "../../../engine/scenario/model.ts";
import type { OwnOperator } from "../../../engine/scenario/ownOperator.ts";
import type { Recurrent } from "../../../engine/scenario/recurrent.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { placeOf } from "../expressions/record.ts";
import { poison, type RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/** Converts a model definition to the engine's data. */
export function toModel(read: Reader, model: RecordValue): Model {
  const found = asModel(read, model);
  if (isEmpty(found)) {
    const place = placeOf(model, "attention") ?? placeOf(model, "mlp") ?? model.place ?? undefined;
    read.fail(poison(diagnostic("empty-layers", { model: model.name }, place)));
  }
  return found;
}

/**
 * True for a model without any layers: it sets neither attention nor recurrence nor feed-forward, and names no layers
 * by a pattern or blocks. Layers that a pattern or blocks name are checked by the engine.
 */
const isEmpty = ({ attention, mlp, recurrent, pattern, blocks }: Model): boolean =>
  pattern === null &&
  blocks === null &&
  recurrent === null &&
  attention.heads === 0 &&
  mlp.kind !== "moe" &&
  mlp.dFf === 0;

function asModel(read: Reader, model: RecordValue): Model {
  return {
    name: model.name,
    layers: read.number(model, "layers"),
    dModel: read.number(model, "d_model"),
    attention: toAttention(read, read.record(model, "attention")),
    mlp: toMlp(read, read.record(model, "mlp")),
    recurrent: toRecurrent(read, model),
    operators: toOperators(read, model),
    pattern: toPattern(read, model),
    blocks: toBlocks(read, model),
    encoder: toEncoder(read, model),
    vision: toVision(read, model),
    mtp: read.number(model, "mtp"),
    mask: read.word<Model["mask"]>(model, "mask"),
    patches: toPatches(read, model),
    conditioning: toConditioning(read, model),
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

function toBlocks(read: Reader, model: RecordValue): readonly Block[] | null {
  const blocks = read.records(model, "blocks").map(
    (tag): Block => ({
      layers: read.number(tag, "layers"),
      attention: ownOrSame(read, tag, "attention", (own) => toAttention(read, own)),
      mlp: ownOrSame(read, tag, "mlp", (own) => toMlp(read, own)),
      recurrent: toRecurrent(read, tag),
      operators: toBlockOperators(read, tag),
    }),
  );
  return blocks.length > 0 ? blocks : null;
}

/** Operators of a model or a block that the program describes by itself. */
function toOperators(read: Reader, record: RecordValue): readonly OwnOperator[] {
  return read.records(record, "operators").map((tag) => ({
    name: read.texts(tag, "name").join(" "),
    flops: read.number(tag, "flops"),
    bytes: read.number(tag, "bytes"),
    saved: read.number(tag, "saved"),
    params: read.number(tag, "params"),
    backward: read.number(tag, "backward"),
    shard: read.word<OwnOperator["shard"]>(tag, "shard"),
  }));
}

/** Own operators of a block; null where it has the model's. */
function toBlockOperators(read: Reader, block: RecordValue): readonly OwnOperator[] | null {
  const found = toOperators(read, block);
  return found.length === 0 && read.word(block, "operators") === "same" ? null : found;
}

function toEncoder(read: Reader, model: RecordValue): Encoder | null {
  const tag = read.record(model, "encoder");
  return (
    tag && {
      layers: read.number(tag, "layers"),
      attention: ownOrSame(read, tag, "attention", (own) => toAttention(read, own)),
      mlp: ownOrSame(read, tag, "mlp", (own) => toMlp(read, own)),
    }
  );
}

function toVision(read: Reader, model: RecordValue): Vision | null {
  const tag = read.record(model, "vision");
  const encoder = tag && read.record(tag, "encoder");
  return (
    encoder && {
      encoder: asModel(read, encoder),
      images: read.number(tag, "images"),
      merge: read.number(tag, "merge"),
      hidden: read.optional(tag, "projector"),
    }
  );
}

/**
 * Setting that a block has for itself. Null where the block has the word `same`: the model's setting then applies to
 * the block.
 */
function ownOrSame<T>(
  read: Reader,
  tag: RecordValue,
  field: string,
  to: (own: RecordValue | null) => T,
): T | null {
  const own = read.record(tag, field);
  return own === null && read.word(tag, field) === "same" ? null : to(own);
}

function toPatches(read: Reader, model: RecordValue): Patches | null {
  const tag = read.record(model, "input");
  if (!tag) return null;
  const at = (name: string): number => read.number(tag, name);
  return { image: at("image"), patch: at("patch"), channels: at("channels"), extra: at("extra") };
}

function toConditioning(read: Reader, model: RecordValue): Conditioning | null {
  const tag = read.record(model, "conditioning");
  if (!tag) return null;
  const width = read.optional(tag, "text_width");
  return {
    outputs: read.number(tag, "outputs"),
    shared: read.truth(tag, "shared"),
    text: width === null ? null : { tokens: read.number(tag, "text_tokens"), width },
  };
}

function toAttention(read: Reader, tag: RecordValue | null): Attention {
  if (!tag)
    return {
      ...{ kind: "mha", heads: 0, kvHeads: 0, dHead: 0, qkvBias: false, qkNorm: "none", gate: false },
      ...{ slidingWindow: null, slidingWindowPattern: null },
    };
  return ATTENTION[tag.name as AttentionKind](read, tag);
}

/** Functions that convert attention to the engine's data, by the kind of attention (such as `mha`). */
const ATTENTION: { readonly [K in AttentionKind]: (read: Reader, tag: RecordValue) => AttentionOf<K> } = {
  mha(read, tag) {
    const common = headByHead(read, tag);
    return { kind: "mha", kvHeads: common.heads, ...common };
  },
  gqa(read, tag) {
    const common = headByHead(read, tag);
    return { kind: "gqa", kvHeads: read.number(tag, "kv_heads"), ...common };
  },
  mqa: (read, tag) => ({ kind: "mqa", kvHeads: 1, ...headByHead(read, tag) }),
  mla: (read, tag) => ({
    kind: "mla",
    heads: read.number(tag, "heads"),
    dHead: read.number(tag, "d_head"),
    qRank: read.number(tag, "q_rank"),
    kvRank: read.number(tag, "kv_rank"),
    dRope: read.number(tag, "d_rope"),
    dV: read.number(tag, "d_v"),
  }),
};

const headByHead = (read: Reader, tag: RecordValue): Omit<HeadFields, "kvHeads"> => ({
  heads: read.number(tag, "heads"),
  dHead: read.number(tag, "d_head"),
  qkvBias: read.truth(tag, "qkv_bias"),
  qkNorm: read.word<QkNorm>(tag, "qk_norm"),
  gate: read.truth(tag, "gate"),
  slidingWindow: read.optional(tag, "sliding_window"),
  slidingWindowPattern: read.optional(tag, "sliding_window_pattern"),
});

function toRecurrent(read: Reader, model: RecordValue): Recurrent | null {
  const tag = read.record(model, "recurrent");
  if (!tag) return null;
  const at = (name: string): number => read.number(tag, name);
  if (tag.name === "mamba")
    return {
      ...{
        kind: "mamba",
        dInner: at("d_inner"),
        dState: at("d_state"),
        stepRank: at("dt_rank"),
        conv: at("conv"),
      },
      innerNorms: read.truth(tag, "inner_norms"),
    };
  const common = { heads: at("heads"), dHead: at("d_head"), chunk: at("chunk") };
  switch (tag.name) {
    case "gated_delta":
      return {
        ...{ kind: "gated_delta", groups: at("key_heads"), dState: at("d_key"), conv: at("conv") },
        ...common,
      };
    case "linear_attention":
      return {
        ...{ kind: "linear_attention", groups: common.heads, dState: common.dHead, conv: 0 },
        ...common,
      };
    default:
      return {
        ...{ kind: "mamba2", groups: at("groups"), dState: at("d_state"), conv: at("conv") },
        ...common,
      };
  }
}

/**
 * Pattern of layer kinds of a model: the words of a list, or the letters of a text. Null for a model without a pattern.
 */
function toPattern(read: Reader, model: RecordValue): readonly string[] | null {
  const [letters] = read.texts(model, "pattern");
  const parts = letters === undefined ? read.words(model, "pattern") : [...letters];
  return parts.length > 0 ? parts : null;
}

function toMlp(read: Reader, tag: RecordValue | null): Mlp {
  if (!tag) return { kind: "gelu", dFf: 0 };
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
  const clamped = tag.type.fields.has("clamped") && read.truth(tag, "clamped");
  return {
    kind: tag.name as DenseMlp["kind"],
    dFf: read.number(tag, "d_ff"),
    ...(clamped ? { clamped } : {}),
  };
}
