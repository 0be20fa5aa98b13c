import type {
  Dtype,
  Framework,
  LoraTarget,
  Plan,
  Precision,
  Recompute,
  Scaling,
  Schedule,
  StatePlace,
} from "../../engine/scenario.ts";
import type { Context } from "./context.ts";
import { sequences } from "./fillOrCount.ts";
import type { Reader } from "./read.ts";
import { toConvergence } from "./toConvergence.ts";
import type { RecordValue } from "./value.ts";

/** Bytes of a number format. */
const BYTES: ReadonlyMap<string, number> = new Map([
  ["fp32", 4],
  ["bf16", 2],
  ["fp16", 2],
  ["fp8", 1],
  ["mxfp8", 1 + 1 / 32],
  ["nvfp4", 0.5 + 1 / 16],
  ["mxfp4", 0.5 + 1 / 32],
  ["e5m6", 1.5],
  ["none", 0],
]);

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

/** A plan record as the engine reads it. Degrees and batch need not divide here: the engine says so, with the sum. */
export function toPlan(context: Context, read: Reader, plan: RecordValue): Plan {
  const overlap = read.words(plan, "overlap");
  const batch = sequences(context, plan);
  if (typeof batch !== "number") read.fail(batch);
  const checkpoint = read.record(plan, "checkpoint");
  const own = read.record(plan, "schedule");
  const capacity = read.record(plan, "capacity");
  const shampoo = read.record(plan, "optimizer");
  return {
    name: plan.name,
    framework: toFramework(read, plan),
    tp: read.number(plan, "tp"),
    cp: read.number(plan, "cp"),
    cpType: read.word<Plan["cpType"]>(plan, "cp_type"),
    ep: read.number(plan, "ep"),
    etp: read.number(plan, "etp"),
    dispatch: read.word<Plan["dispatch"]>(plan, "dispatch"),
    balance: toBalance(read, plan),
    capacity: capacity && {
      factor: read.number(capacity, "factor"),
      pad: read.truth(capacity, "pad"),
    },
    dp: read.number(plan, "dp"),
    pp: read.number(plan, "pp"),
    vpp: read.number(plan, "vpp"),
    zero: read.number(plan, "zero") as Plan["zero"],
    dpShard: read.optional(plan, "dp_shard") ?? read.number(plan, "dp"),
    sync: toSync(read, plan),
    reshardAfter: read.word<Plan["reshardAfter"]>(plan, "reshard_after"),
    gradientScatter: read.word<Plan["gradientScatter"]>(plan, "gradient_scatter"),
    prefetch: read.number(plan, "prefetch"),
    sequenceParallel: read.truth(plan, "sequence_parallel"),
    schedule: own ? "custom" : read.word<Schedule>(plan, "schedule"),
    microBatchGroup: read.number(plan, "micro_batch_group"),
    ownSchedule: own && {
      order: read.texts(own, "order"),
      placement: read.word<"loop" | "v">(own, "placement"),
    },
    split: read.word<Plan["split"]>(plan, "split"),
    seqLen: read.number(plan, "seq_len"),
    microBatch: read.number(plan, "micro_batch"),
    globalBatch: typeof batch === "number" ? batch : 1,
    numMicroBatches: read.number(plan, "num_micro_batches"),
    precision: toPrecision(read, plan),
    optimizer: shampoo ? "shampoo" : read.word<Plan["optimizer"]>(plan, "optimizer"),
    shampoo: shampoo && {
      block: read.number(shampoo, "block"),
      interval: read.number(shampoo, "interval"),
    },
    recompute: toRecompute(read, plan),
    flashAttention: read.truth(plan, "flash_attention"),
    overlap: {
      dp: overlap.includes("dp"),
      tp: overlap.includes("tp"),
      pp: overlap.includes("pp"),
      ep: overlap.includes("ep"),
    },
    ...toOffload(read, plan),
    lora: toLora(read, plan),
    stateOffload: {
      optimizer: read.word<StatePlace>(plan, "offload_optimizer"),
      weights: read.word<StatePlace>(plan, "offload_weights"),
      delayed: read.truth(plan, "delayed_update"),
    },
    tokens: read.optional(plan, "tokens"),
    ...toConvergence(read, plan),
    serve: toServing(read, plan),
    checkpoint: checkpoint && {
      intervalSeconds: read.optional(checkpoint, "interval") ?? "young_daly",
      overlap: read.word<"none" | "async">(checkpoint, "overlap"),
    },
  };
}

function toBalance(read: Reader, plan: RecordValue): Plan["balance"] {
  const tag = read.record(plan, "balance");
  if (!tag) return { kind: "balanced" };
  return tag.name === "zipf"
    ? { kind: "zipf", s: read.number(tag, "s") }
    : { kind: "measured", loads: read.numbers(tag, "loads") };
}

function toSync(read: Reader, plan: RecordValue): Plan["sync"] {
  const tag = read.record(plan, "sync");
  return { kind: "synchronous", backup: tag ? read.number(tag, "backup") : 0 };
}

function toFramework(read: Reader, plan: RecordValue): Framework {
  const tag = read.record(plan, "framework");
  const number = (field: string, otherwise = 0): number => (tag ? read.number(tag, field) : otherwise);
  const truth = (field: string): boolean => tag !== null && read.truth(tag, field);
  return {
    name: tag?.name ?? "generic",
    year: number("year"),
    launches: number("launches"),
    expertLaunches: number("expert_launches"),
    flashVersion: number("flash_version", 3),
    vocabMultiple: number("vocab_multiple", 1),
    collectiveLaunchSeconds: number("collective_launch"),
    rankLaunchSeconds: number("rank_launch"),
    collectiveWaitSeconds: number("collective_wait"),
    nodeLatencySeconds: number("node_latency"),
    stallSeconds: number("stall"),
    stallNodes: number("stall_nodes"),
    bucketBytes: number("bucket", 1),
    bucketRankBytes: number("bucket_per_rank"),
    gatherOverlap: truth("gather_overlap"),
    flatCollectives: truth("flat_collectives"),
    collectiveEfficiency: number("collective_efficiency", 1),
    cudaGraphs: truth("cuda_graphs"),
    fused: truth("fused"),
    logitBytes: number("logit_bytes"),
    halfGradients: truth("half_gradients"),
    bucketCopies: number("bucket_copies"),
    flatBytes: number("flat_bytes"),
    stepBytes: number("step_bytes"),
    rotaryCopies: truth("rotary_copies"),
    freesStageInputs: truth("frees_stage_inputs"),
    gathers: tag ? read.word<Framework["gathers"]>(tag, "gathers") : "layers",
    fragmentation: number("fragmentation"),
    runAhead: number("run_ahead"),
    runAheadRanks: number("run_ahead_ranks"),
    workspaceBytes: number("workspace"),
    communicatorBytes: number("communicator"),
  };
}

function toPrecision(read: Reader, plan: RecordValue): Precision {
  const tag = read.record(plan, "precision");
  const bytes = (name: string) => (tag ? (BYTES.get(read.word(tag, name)) ?? 0) : 0);
  const name = tag?.name ?? "bf16";
  const low = tag?.type.fields.has("operands") === true;
  return {
    name,
    compute: RATES.get(name) ?? "bf16",
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
      kvBytes: BYTES.get(read.word(tag, "kv")) || null,
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
  return {
    rank: read.number(tag, "rank"),
    targets: read.words(tag, "targets") as readonly LoraTarget[],
    weightBytes: format === "nf4" ? (doubled ? NF4.doubled : NF4.plain) : format === "int8" ? 1 : null,
  };
}

function toOffload(read: Reader, plan: RecordValue): Pick<Plan, "offload" | "offloadLayers"> {
  const tag = read.record(plan, "offload");
  return tag
    ? { offload: "activations", offloadLayers: read.optional(tag, "layers") }
    : { offload: read.word<Plan["offload"]>(plan, "offload"), offloadLayers: null };
}

function toRecompute(read: Reader, plan: RecordValue): Recompute {
  const tag = read.record(plan, "recompute");
  if (!tag) return { kind: "none", modules: [] };
  if (tag.name === "full") return { kind: "full", modules: [] };
  return { kind: "selective", modules: read.words(tag, "modules") };
}
