import type { Degree } from "../../../engine/scenario/degree.ts";
import type { Framework } from "../../../engine/scenario/framework.ts";
import type { ExpertAdapters, LoraTarget } from "../../../engine/scenario/lora.ts";
import type { StatePlace } from "../../../engine/scenario/offload.ts";
import type { Plan, Recompute } from "../../../engine/scenario/plan.ts";
import type { Dtype, Precision, Scaling } from "../../../engine/scenario/precision.ts";
import type { Schedule } from "../../../engine/scenario/schedule.ts";
import type { Context } from "../context.ts";
import { sequences } from "../fillOrCount.ts";
import { BYTES } from "../formatBytes.ts";
import type { RecordValue } from "../value.ts";
import type { Reader } from "./read.ts";
import { convergenceFields } from "./toConvergence.ts";
import { resilienceFields } from "./toResilience.ts";
import { toCompression, toSync } from "./toSync.ts";

/** The peak rate at which linear layers run, by the precision's name. */
const RATES: ReadonlyMap<string, Dtype> = new Map([
  ["fp32", "fp32"],
  ["tf32", "tf32"],
  ["bf16", "bf16"],
  ["fp16", "fp16"],
  ["fp8", "fp8"],
  ["nvfp4", "fp4"],
  ["mxfp4", "fp4"],
]);

type ReadField<T> = (read: Reader, plan: RecordValue, context: Context) => T;

/**
 * Each field of the engine's plan, read by itself: a table reads again only those that a row's changes reach. Degrees and
 * batch need not divide here: the engine says so, with the sum.
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
    read.optional(plan, "dp_shard") ?? read.number(plan, "dp") / toSync(read, plan).islands,
  sync: toSync,
  compression: toCompression,
  reshardAfter: word("reshard_after"),
  gradientScatter: word("gradient_scatter"),
  prefetch: number("prefetch"),
  sequenceParallel: truth("sequence_parallel"),
  schedule: (read, plan) =>
    read.record(plan, "schedule") ? "custom" : read.word<Schedule>(plan, "schedule"),
  microBatchGroup: number("micro_batch_group"),
  ownSchedule: toOwnSchedule,
  split: word("split"),
  seqLen: number("seq_len"),
  documents: toDocuments,
  encoderSeqLen: number("encoder_seq_len"),
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
  ...resilienceFields,
};

/** A plan record as the engine reads it. */
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

function toCapacity(read: Reader, plan: RecordValue): Plan["capacity"] {
  const tag = read.record(plan, "capacity");
  return tag && { factor: read.number(tag, "factor"), pad: read.truth(tag, "pad") };
}

function toOwnSchedule(read: Reader, plan: RecordValue): Plan["ownSchedule"] {
  const tag = read.record(plan, "schedule");
  return tag && { order: read.texts(tag, "order"), placement: read.word<"loop" | "v">(tag, "placement") };
}

function toShampoo(read: Reader, plan: RecordValue): Plan["shampoo"] {
  const tag = read.record(plan, "optimizer");
  return tag && { block: read.number(tag, "block"), interval: read.number(tag, "interval") };
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

const toOrder = (word: string): readonly Degree[] => word.split("_") as Degree[];

function toFramework(read: Reader, plan: RecordValue): Framework {
  const tag = read.record(plan, "framework");
  const number = (field: string, otherwise = 0): number => (tag ? read.number(tag, field) : otherwise);
  const truth = (field: string): boolean => tag !== null && read.truth(tag, field);
  const schedules = tag ? (read.words(tag, "schedules") as readonly Schedule[]) : [];
  return {
    name: tag?.name ?? "generic",
    year: number("year"),
    launches: number("launches"),
    expertLaunches: number("expert_launches"),
    flashVersion: number("flash_version", 3),
    scaleKernels: number("scale_kernels"),
    jointCasts: truth("joint_casts"),
    vocabMultiple: number("vocab_multiple", 1),
    collectiveLaunchSeconds: number("collective_launch"),
    rankLaunchSeconds: number("rank_launch"),
    collectiveWaitSeconds: number("collective_wait"),
    nodeLatencySeconds: number("node_latency"),
    announcingSeconds: number("announcing"),
    tpOverlap: tag ? read.word<Framework["tpOverlap"]>(tag, "tp_overlap") : "pieces",
    amaxReduction: tag ? read.word<Framework["amaxReduction"]>(tag, "amax_reduction") : "none",
    bucketBytes: number("bucket", 1),
    bucketRankBytes: number("bucket_per_rank"),
    gatherOverlap: truth("gather_overlap"),
    layerTensors: number("layer_tensors"),
    wholeReduction: truth("whole_reduction"),
    reuseDistance: number("reuse_distance"),
    moduleWaits: truth("module_waits"),
    flatCollectives: truth("flat_collectives"),
    collectiveEfficiency: number("collective_efficiency", 1),
    cudaGraphs: truth("cuda_graphs"),
    fused: truth("fused"),
    yarnFused: truth("yarn_fused"),
    expertKernels: tag ? read.word<Framework["expertKernels"]>(tag, "expert_kernels") : "compiled",
    recomputeSkips: tag ? read.word<Framework["recomputeSkips"]>(tag, "recompute_skips") : "nothing",
    logitBytes: number("logit_bytes"),
    keptLogits: number("kept_logits"),
    gradientSumBytes: number("gradient_sum"),
    shardCopies: tag ? read.word<Framework["shardCopies"]>(tag, "shard_copies") : "nothing",
    gradientPasses: number("gradient_passes"),
    expertStreams: number("expert_streams"),
    halfGradients: truth("half_gradients"),
    bucketCopies: number("bucket_copies"),
    flatBytes: number("flat_bytes"),
    stepBytes: number("step_bytes"),
    rotaryCopies: truth("rotary_copies"),
    freesStageInputs: truth("frees_stage_inputs"),
    gathers: tag ? read.word<Framework["gathers"]>(tag, "gathers") : "layers",
    fragmentation: number("fragmentation"),
    sequenceBuffers: number("sequence_buffers"),
    runAhead: number("run_ahead"),
    workspaceBytes: number("workspace"),
    communicatorBytes: number("communicator"),
    schedules: schedules.length === 0 ? null : schedules,
    rankOrders: tag ? read.words(tag, "rank_orders").map(toOrder) : [],
  };
}

function toPrecision(read: Reader, plan: RecordValue): Precision {
  const tag = read.record(plan, "precision");
  const bytes = (name: string) => (tag ? (BYTES.get(read.word(tag, name)) ?? 0) : 0);
  const name = tag?.name ?? "bf16";
  const low = tag?.type.fields.has("operands") === true;
  const compute = RATES.get(name) ?? "bf16";
  return {
    name,
    compute,
    attention: tag && low ? read.word<Dtype>(tag, "attention") : compute,
    scaling: tag?.type.fields.has("scaling")
      ? read.word<Scaling>(tag, "scaling")
      : name === "nvfp4" || name === "mxfp4"
        ? name
        : null,
    weightBytes: bytes("weights"),
    gradientBytes: bytes("gradients"),
    masterBytes: bytes("master"),
    momentBytes: bytes("moments"),
    activationBytes: bytes("activations"),
    operandBytes: bytes(low ? "operands" : "activations"),
    actInputBytes: bytes(low ? "act_inputs" : "activations"),
    attentionOutputBytes: bytes(low ? "attention_output" : "activations"),
    gatherBytes: bytes("weight_gather"),
    reduceBytes: bytes("gradient_reduce"),
    dispatchBytes: bytes("token_dispatch"),
    bf16Layers: tag && low ? read.number(tag, "bf16_layers") : 0,
  };
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

/** Bytes of a weight in NormalFloat, its scales included: one for every 64 weights (arXiv:2305.14314, section 3). */
const NF4 = { plain: 0.5 + 4 / 64, doubled: 0.5 + 1 / 64 + 4 / (64 * 256) };

function toLora(read: Reader, plan: RecordValue): Plan["lora"] {
  const tag = read.record(plan, "finetune");
  if (!tag) return null;
  const format = read.word(tag, "weights");
  const doubled = read.truth(tag, "double_quantisation");
  const bytes = { nf4: doubled ? NF4.doubled : NF4.plain, int8: 1, fp8: 1 };
  return {
    rank: read.number(tag, "rank"),
    targets: read.words(tag, "targets") as readonly LoraTarget[],
    experts: read.word<ExpertAdapters>(tag, "experts"),
    expertRank: read.number(tag, "expert_rank"),
    weightBytes: format in bytes ? bytes[format as keyof typeof bytes] : null,
    asOperands: format === "fp8",
  };
}

function toRecompute(read: Reader, plan: RecordValue): Recompute {
  const tag = read.record(plan, "recompute");
  if (!tag) return { kind: "none", modules: [] };
  if (tag.name === "full") {
    const layers = read.optional(tag, "layers");
    if (layers === 0) return { kind: "none", modules: [] };
    const unit = read.number(tag, "unit");
    const parts = { ...(layers === null ? {} : { layers }), ...(unit === 1 ? {} : { unit }) };
    return { kind: "full", modules: [], ...parts };
  }
  return { kind: "selective", modules: read.words(tag, "modules") };
}
