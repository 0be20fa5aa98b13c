import type {
  Dtype,
  Framework,
  Plan,
  Precision,
  Recompute,
  Scaling,
  Schedule,
} from "../../engine/scenario.ts";
import type { Context } from "./context.ts";
import { sequences } from "./fillOrCount.ts";
import type { Reader } from "./read.ts";
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
  return {
    name: plan.name,
    framework: toFramework(read, plan),
    tp: read.number(plan, "tp"),
    cp: read.number(plan, "cp"),
    cpType: read.word<Plan["cpType"]>(plan, "cp_type"),
    ep: read.number(plan, "ep"),
    etp: read.number(plan, "etp"),
    dispatch: read.word<Plan["dispatch"]>(plan, "dispatch"),
    dp: read.number(plan, "dp"),
    pp: read.number(plan, "pp"),
    vpp: read.number(plan, "vpp"),
    zero: read.number(plan, "zero") as Plan["zero"],
    sequenceParallel: read.truth(plan, "sequence_parallel"),
    schedule: read.word<Schedule>(plan, "schedule"),
    split: read.word<Plan["split"]>(plan, "split"),
    seqLen: read.number(plan, "seq_len"),
    microBatch: read.number(plan, "micro_batch"),
    globalBatch: typeof batch === "number" ? batch : 1,
    numMicroBatches: read.number(plan, "num_micro_batches"),
    precision: toPrecision(read, plan),
    optimizer: read.word<Plan["optimizer"]>(plan, "optimizer"),
    recompute: toRecompute(read, plan),
    flashAttention: read.truth(plan, "flash_attention"),
    overlap: {
      dp: overlap.includes("dp"),
      tp: overlap.includes("tp"),
      pp: overlap.includes("pp"),
      ep: overlap.includes("ep"),
    },
    offload: read.word<Plan["offload"]>(plan, "offload"),
    tokens: read.optional(plan, "tokens"),
    checkpoint: checkpoint && {
      intervalSeconds: read.optional(checkpoint, "interval") ?? "young_daly",
      overlap: read.word<"none" | "async">(checkpoint, "overlap"),
    },
  };
}

function toFramework(read: Reader, plan: RecordValue): Framework {
  const tag = read.record(plan, "framework");
  return {
    name: tag?.name ?? "generic",
    year: tag ? read.number(tag, "year") : 0,
    launches: tag ? read.number(tag, "launches") : 0,
    expertLaunches: tag ? read.number(tag, "expert_launches") : 0,
    flashVersion: tag ? read.number(tag, "flash_version") : 3,
    vocabMultiple: tag ? read.number(tag, "vocab_multiple") : 1,
    collectiveLaunchSeconds: tag ? read.number(tag, "collective_launch") : 0,
    rankLaunchSeconds: tag ? read.number(tag, "rank_launch") : 0,
    collectiveWaitSeconds: tag ? read.number(tag, "collective_wait") : 0,
    nodeLatencySeconds: tag ? read.number(tag, "node_latency") : 0,
    stallSeconds: tag ? read.number(tag, "stall") : 0,
    stallNodes: tag ? read.number(tag, "stall_nodes") : 0,
    bucketBytes: tag ? read.number(tag, "bucket") : 1,
    bucketRankBytes: tag ? read.number(tag, "bucket_per_rank") : 0,
    gatherOverlap: tag !== null && read.truth(tag, "gather_overlap"),
    flatCollectives: tag !== null && read.truth(tag, "flat_collectives"),
    collectiveEfficiency: tag ? read.number(tag, "collective_efficiency") : 1,
    cudaGraphs: tag !== null && read.truth(tag, "cuda_graphs"),
    fused: tag !== null && read.truth(tag, "fused"),
    logitBytes: tag ? read.number(tag, "logit_bytes") : 0,
    halfGradients: tag !== null && read.truth(tag, "half_gradients"),
    bucketCopies: tag ? read.number(tag, "bucket_copies") : 0,
    flatBytes: tag ? read.number(tag, "flat_bytes") : 0,
    stepBytes: tag ? read.number(tag, "step_bytes") : 0,
    rotaryCopies: tag !== null && read.truth(tag, "rotary_copies"),
    gathers: tag ? read.word<Framework["gathers"]>(tag, "gathers") : "layers",
    fragmentation: tag ? read.number(tag, "fragmentation") : 0,
    runAhead: tag ? read.number(tag, "run_ahead") : 0,
    communicatorBytes: tag ? read.number(tag, "communicator") : 0,
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
    gatherBytes: bytes(low ? "weight_gather" : "weights"),
    bf16Layers: tag && low ? read.number(tag, "bf16_layers") : 0,
  };
}

function toRecompute(read: Reader, plan: RecordValue): Recompute {
  const tag = read.record(plan, "recompute");
  if (!tag) return { kind: "none", modules: [] };
  if (tag.name === "full") return { kind: "full", modules: [] };
  return { kind: "selective", modules: read.words(tag, "modules") };
}
