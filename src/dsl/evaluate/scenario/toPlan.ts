import type { FrozenPart } from "../../../engine/scenario/frozenPart.ts";
import type { StatePlace } from "../../../engine/scenario/offload.ts";
import type { Place } from "../../../engine/scenario/place.ts";
import type { Plan, Recompute } from "../../../engine/scenario/plan.ts";
import type { Schedule } from "../../../engine/scenario/scheduleName.ts";
import type { SplitRule } from "../../../engine/scenario/split.ts";
import { islandReplicas, sequences } from "../expressions/fillOrCount.ts";
import { BYTES } from "../expressions/formatBytes.ts";
import type { Context } from "../values/context.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";
import { toArrivals } from "./toArrivals.ts";
import { convergenceFields } from "./toConvergence.ts";
import { toFramework, toOrder } from "./toFramework.ts";
import { toLora } from "./toLora.ts";
import { toPrecision } from "./toPrecision.ts";
import { resilienceFields } from "./toResilience.ts";
import { toRl } from "./toRl.ts";
import { toCompression, toSync } from "./toSync.ts";

type ReadField<T> = (read: Reader, plan: RecordValue, context: Context) => T;

/**
 * Functions that convert a plan's fields to the engine's data. The key is the engine's name of the field. Each field is
 * read separately, so that a table reads again only the fields that a row changes. A degree that does not divide the
 * devices or the batch passes here: the engine rejects it, with the formula.
 */
export const planFields: { readonly [K in keyof Plan]: ReadField<Plan[K]> } = {
  name: (_, plan) => plan.name,
  framework: toFramework,
  tp: number("tp"),
  cp: number("cp"),
  cpType: (read, plan) =>
    read.record(plan, "cp_type") ? "ring" : read.word<Plan["cpType"]>(plan, "cp_type"),
  cpHeads: toCpHeads,
  cpOrder: word("cp_order"),
  ep: number("ep"),
  etp: number("etp"),
  dispatch: word("dispatch"),
  balance: toBalance,
  capacity: toCapacity,
  dp: number("dp"),
  pp: number("pp"),
  rankOrder: (read, plan) => toOrder(read.word(plan, "rank_order")),
  vpp: number("vpp"),
  zero: (read, plan) => read.number(plan, "zero") as Plan["zero"],
  dpShard: (read, plan) =>
    read.optional(plan, "dp_shard") ?? islandReplicas(read.number(plan, "dp"), toSync(read, plan).islands),
  sync: toSync,
  time: given("time"),
  memory: given("memory"),
  compression: toCompression,
  reshardAfter: word("reshard_after"),
  gradientScatter: word("gradient_scatter"),
  prefetch: number("prefetch"),
  sequenceParallel: truth("sequence_parallel"),
  schedule: (read, plan) =>
    read.record(plan, "schedule") ? "custom" : read.word<Schedule>(plan, "schedule"),
  microBatchGroup: number("micro_batch_group"),
  ownSchedule: toOwnSchedule,
  split: (read, plan) => {
    const listed = read.numbers(plan, "split");
    return listed.length > 0 ? listed : read.word<SplitRule>(plan, "split");
  },
  place: toPlace,
  seqLen: number("seq_len"),
  documents: toDocuments,
  encoderSeqLen: number("encoder_seq_len"),
  sparsity: toSparsity,
  frozen: (read, plan) => read.words(plan, "frozen") as readonly FrozenPart[],
  encoderStages: (read, plan) => read.optional(plan, "encoder_stages"),
  microBatch: number("micro_batch"),
  globalBatch: toBatch,
  numMicroBatches: number("num_micro_batches"),
  precision: toPrecision,
  optimizer: (read, plan) =>
    read.record(plan, "optimizer") ? "shampoo" : read.word<Plan["optimizer"]>(plan, "optimizer"),
  shampoo: toShampoo,
  recompute: toRecompute,
  flashAttention: truth("flash_attention"),
  overlap: toOverlap,
  offload: (read, plan) =>
    read.record(plan, "offload") ? "activations" : read.word<Plan["offload"]>(plan, "offload"),
  offloadLayers: (read, plan) => {
    const tag = read.record(plan, "offload");
    return tag && read.optional(tag, "layers");
  },
  lora: toLora,
  stateOffload: (read, plan) => ({
    optimizer: read.word<StatePlace>(plan, "offload_optimizer"),
    weights: read.word<StatePlace>(plan, "offload_weights"),
    delayed: read.truth(plan, "delayed_update"),
  }),
  tokens: (read, plan) => read.optional(plan, "tokens"),
  data: toDataSet,
  ...convergenceFields,
  serve: toServing,
  rl: toRl,
  ...resilienceFields,
};

/** Converts a plan definition to the engine's data. */
export function toPlan(context: Context, read: Reader, plan: RecordValue): Plan {
  const found: Record<string, unknown> = {};
  for (const [field, of] of Object.entries(planFields)) found[field] = of(read, plan, context);
  return found as unknown as Plan;
}

function number(name: string): ReadField<number> {
  return (read, plan) => read.number(plan, name);
}

function truth(name: string): ReadField<boolean> {
  return (read, plan) => read.truth(plan, name);
}

function word<W extends string>(name: string): ReadField<W> {
  return (read, plan) => read.word<W>(plan, name);
}

function toBatch(read: Reader, plan: RecordValue, context: Context): number {
  const batch = sequences(context, plan);
  if (typeof batch === "number") return batch;
  read.fail(batch);
  return 1;
}

function toCpHeads(read: Reader, plan: RecordValue): number {
  const tag = read.record(plan, "cp_type");
  return tag ? read.number(tag, "ulysses") : 1;
}

function toDocuments(read: Reader, plan: RecordValue): Plan["documents"] {
  const tag = read.record(plan, "documents");
  if (tag?.name !== "lengths")
    return tag && { meanTokens: read.number(tag, "mean"), variation: read.number(tag, "variation") };
  const lengths = read.numbers(tag, "lengths");
  const shares = read.numbers(tag, "shares");
  return { lengths, shares: shares.length === 0 ? lengths.map(() => 1) : shares };
}

/** Parts of a breakdown that a plan sets. */
function given(field: "time" | "memory"): (read: Reader, plan: RecordValue) => Plan["time"] {
  return (read, plan) => {
    const tag = read.record(plan, field);
    const found: Record<string, number> = {};
    for (const name of tag?.fields.keys() ?? []) {
      const value = tag && read.optional(tag, name);
      if (typeof value === "number") found[name] = value;
    }
    return found;
  };
}

function toCapacity(read: Reader, plan: RecordValue): Plan["capacity"] {
  const tag = read.record(plan, "capacity");
  return tag && { factor: read.number(tag, "factor"), pad: read.truth(tag, "pad") };
}

function toOwnSchedule(read: Reader, plan: RecordValue): Plan["ownSchedule"] {
  const tag = read.record(plan, "schedule");
  return tag && { order: read.texts(tag, "order"), placement: read.word<"loop" | "v">(tag, "placement") };
}

function toPlace(read: Reader, plan: RecordValue): Place {
  const tag = read.record(plan, "place");
  if (tag?.name === "stages") {
    const counts = read.numbers(tag, "counts");
    return { kind: "stages", counts: counts.length > 0 ? counts : null };
  }
  const listed = tag ? read.numbers(tag, "batch_shares") : [];
  const word = tag ? read.word<"equal" | "proportional">(tag, "batch_shares") : "equal";
  return { kind: "replicas", shares: listed.length > 0 ? listed : word };
}

function toShampoo(read: Reader, plan: RecordValue): Plan["shampoo"] {
  const tag = read.record(plan, "optimizer");
  return tag && { block: read.number(tag, "block"), interval: read.number(tag, "interval") };
}

function toSparsity(read: Reader, plan: RecordValue): Plan["sparsity"] {
  const tag = read.record(plan, "sparsity");
  return (
    tag && {
      speedup: read.optional(tag, "speedup"),
      prunesGradients: read.word(tag, "weight_gradients") === "sparse",
    }
  );
}

function toOverlap(read: Reader, plan: RecordValue): Plan["overlap"] {
  const words = read.words(plan, "overlap");
  const has = (one: string): boolean => words.includes(one);
  return {
    ...{ dp: has("dp"), tp: has("tp"), pp: has("pp"), ep: has("ep") },
    sharedExperts: has("shared_experts"),
  };
}

function toBalance(read: Reader, plan: RecordValue): Plan["balance"] {
  const tag = read.record(plan, "balance");
  if (!tag) return { kind: "balanced" };
  return tag.name === "zipf"
    ? { kind: "zipf", s: read.number(tag, "s") }
    : { kind: "measured", loads: read.numbers(tag, "loads") };
}

function toServing(read: Reader, plan: RecordValue): Plan["serve"] {
  const tag = read.record(plan, "serve");
  return (
    tag && {
      batch: read.number(tag, "batch"),
      context: read.optional(tag, "context"),
      tp: read.optional(tag, "tp"),
      pp: read.optional(tag, "pp"),
      weightBytes: BYTES.get(read.word(tag, "weights")) || null,
      expertBytes: BYTES.get(read.word(tag, "experts")) || null,
      kvBytes: BYTES.get(read.word(tag, "kv")) || null,
      replicas: read.number(tag, "replicas"),
      arrivals: toArrivals(read, tag),
    }
  );
}

function toDataSet(read: Reader, plan: RecordValue): Plan["data"] {
  const tag = read.record(plan, "data");
  return (
    tag && {
      tokens: read.optional(tag, "tokens"),
      idBytes: read.word(tag, "ids") === "uint16" ? 2 : 4,
      sampleBytes: read.number(tag, "sample"),
      workers: read.number(tag, "workers"),
      prepareSeconds: read.number(tag, "prepare"),
      cacheBytes: read.number(tag, "cache"),
    }
  );
}

/** Recomputation of a plan: of all layers alike, or by group of layers where the plan has strategies. */
function toRecompute(read: Reader, plan: RecordValue): Recompute {
  const own = recomputeOf(read, read.record(plan, "recompute"));
  const strategies = read.records(plan, "strategies");
  if (strategies.length === 0) return own;
  const groups = strategies.map((one) => {
    const tag = read.record(one, "recompute");
    return {
      layers: read.number(one, "layers"),
      recompute: tag === null && read.word(one, "recompute") === "same" ? own : recomputeOf(read, tag),
      tp: read.optional(one, "tp"),
      zero: read.optional(one, "zero"),
    };
  });
  return { kind: "by_layers", modules: [], groups };
}

function recomputeOf(read: Reader, tag: RecordValue | null): Recompute {
  if (!tag) return { kind: "none", modules: [] };
  if (tag.name === "full") {
    const layers = read.optional(tag, "layers");
    if (layers === 0) return { kind: "none", modules: [] };
    const unit = read.number(tag, "unit");
    const parts = {
      ...(layers === null ? {} : { layers }),
      ...(unit === 1 ? {} : { unit }),
      ...(read.truth(tag, "distribute") ? { distribute: true as const } : {}),
    };
    return { kind: "full", modules: [], ...parts };
  }
  return { kind: "selective", modules: read.words(tag, "modules") };
}
