import type { Attention } from "../../../src/engine/scenario/attention.ts";
import type { Cluster } from "../../../src/engine/scenario/cluster.ts";
import type { Device } from "../../../src/engine/scenario/device.ts";
import type { Framework } from "../../../src/engine/scenario/framework.ts";
import type { PcieTree, ScaleOut, ScaleUp } from "../../../src/engine/scenario/links.ts";
import type { Lora } from "../../../src/engine/scenario/lora.ts";
import type { Model } from "../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../src/engine/scenario/plan.ts";
import type { Precision } from "../../../src/engine/scenario/precision.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";

/** Scenarios for the engine's tests, built by hand so that the engine is tested without the language. */

export const a100: Device = {
  name: "a100_sxm_80",
  architecture: "ampere",
  memoryBytes: 80 * 2 ** 30,
  usableBytes: 80 * 2 ** 30,
  memoryBytesPerSecond: 2039e9,
  peak: { fp32: 19.5e12, tf32: 156e12, bf16: 312e12, fp16: 312e12, fp8: 0, fp4: 0 },
  sms: 108,
  l1Bytes: 192 * 2 ** 10,
  l2Bytes: 40 * 2 ** 20,
  l3Bytes: null,
  powerWatts: 400,
  powerLimitWatts: 400,
  idleWatts: 80,
  streamingWatts: 240,
  communicationWatts: 160,
  embodiedGrams: null,
  gemmEfficiency: 0.8,
  fp4Efficiency: 1,
  flashEfficiency: 0.5,
  flashVersion: 2,
  flashBlock: 128,
  softmaxWidth: 16,
  fp8Transposes: true,
  sparseSpeedup: 1.6,
  sustained: 1,
  memoryEfficiency: 0.8,
  contention: 1.1,
  sendContention: 1.1,
  launchSeconds: 6e-6,
  hostBytesPerSecond: 64e9,
  reservedBytes: 2 ** 30,
};

/** Slots of two processors, without switches and bridges. */
export const slots: PcieTree = {
  switchDevices: 1,
  uplinkBytesPerSecond: 32e9,
  sockets: 2,
  socketLinkBytesPerSecond: 0.65 * 32e9,
  bridgeBytesPerSecond: 0,
  peerAccess: true,
};

/** NVSwitch of a DGX A100. */
export const nvswitch: ScaleUp = {
  kind: "nvswitch",
  domain: 8,
  bytesPerSecond: 300e9,
  latencySeconds: 0.6e-6,
  baseLatencySeconds: 41e-6,
  mesh: null,
  sharpEfficiency: 1,
  sharp: false,
  boards: 1,
  slotBytesPerSecond: 0,
  pcie: null,
  shape: [],
  closed: [],
  twisted: false,
  efficiency: 0.78,
};

/** Eight HDR NICs a node. */
export const hdrFatTree: ScaleOut = {
  kind: "fat_tree",
  nicBytesPerSecond: 25e9,
  nicsPerNode: 8,
  latencySeconds: 2.7e-6,
  baseLatencySeconds: 14e-6,
  leafPorts: null,
  leafDevices: null,
  oversubscription: 1,
  podDevices: null,
  podOversubscription: 1,
  railOptimised: true,
  efficiency: 0.8,
};

/** DGX A100 nodes as in Selene (arXiv:2104.04473, section 5). */
export function selene(nodes: number, device: Device = a100, change: Partial<Cluster> = {}): Cluster {
  return {
    name: "selene",
    device,
    nodes,
    devicesPerNode: 8,
    devices: nodes * 8,
    scaleUp: nvswitch,
    scaleOut: hdrFatTree,
    sites: null,
    pools: null,
    poolLink: null,
    price: null,
    expenses: { storagePrice: null, transferPrice: null, staffPerSecond: null },
    failures: null,
    recovery: { kind: "whole", seconds: 600 },
    spares: null,
    repairSeconds: 86_400,
    maintenance: null,
    spot: null,
    storageBytesPerSecond: 1e11,
    jitter: null,
    collectives: "fastest",
    host: { memoryBytes: 2e12, memoryBytesPerSecond: 4e11, linkDevices: 1, efficiency: 0.5 },
    drives: null,
    facility: {
      hostWatts: 1_600,
      networkWatts: 30,
      pue: 1.1,
      carbonGramsPerJoule: null,
      waterGramsPerJoule: null,
      hostEmbodiedGrams: null,
      lifetimeSeconds: 6 * 365.25 * 86_400,
      usage: 0.85,
    },
    ...change,
  };
}

function attention(dModel: number, heads: number, kvHeads: number, qkvBias: boolean): Attention {
  return {
    kind: kvHeads === heads ? "mha" : "gqa",
    heads,
    kvHeads,
    dHead: dModel / heads,
    qkvBias,
    qkNorm: "none",
    gate: false,
    slidingWindow: null,
    slidingWindowPattern: null,
  };
}

export function gpt(layers: number, dModel: number, heads: number, change: Partial<Model> = {}): Model {
  return {
    name: "gpt",
    layers,
    dModel,
    attention: attention(dModel, heads, heads, true),
    mlp: { kind: "gelu", dFf: 4 * dModel },
    recurrent: null,
    operators: [],
    blocks: null,
    encoder: null,
    vision: null,
    conditioning: null,
    mtp: 0,
    mask: "causal",
    patches: null,
    pattern: null,
    vocab: 51_200,
    tiedEmbeddings: true,
    positions: "learned",
    norm: "layernorm",
    block: "sequential",
    normsPerLayer: 2,
    bias: true,
    dropout: true,
    maxSeqLen: 2048,
    ...change,
  };
}

export const gpt3 = gpt(96, 12_288, 96);

export function llama(
  layers: number,
  dModel: number,
  heads: number,
  kvHeads: number,
  dFf: number,
  vocab: number,
): Model {
  return gpt(layers, dModel, heads, {
    name: "llama",
    attention: attention(dModel, heads, kvHeads, false),
    mlp: { kind: "swiglu", dFf },
    vocab,
    tiedEmbeddings: false,
    positions: "rotary",
    norm: "rmsnorm",
    bias: false,
    dropout: false,
    maxSeqLen: 8192,
  });
}

/** Adapters beside every matrix of a layer but its router. */
export const adapters: Lora = {
  rank: 8,
  targets: ["query", "key", "value", "output", "up", "down"],
  experts: "each",
  expertRank: 8,
  weightBytes: null,
  asOperands: false,
};

export const mixed: Precision = {
  name: "fp16",
  scaling: null,
  operandBytes: 2,
  actInputBytes: 2,
  attentionOutputBytes: 2,
  gatherBytes: 2,
  dispatchBytes: 2,
  reduceBytes: 2,
  bf16Layers: 0,
  compute: "fp16",
  attention: "fp16",
  head: "fp16",
  weightBytes: 2,
  gradientBytes: 2,
  masterBytes: 4,
  momentBytes: 4,
  activationBytes: 2,
};

export const fp32: Precision = {
  ...mixed,
  name: "fp32",
  operandBytes: 4,
  actInputBytes: 4,
  attentionOutputBytes: 4,
  gatherBytes: 4,
  dispatchBytes: 4,
  compute: "fp32",
  attention: "fp32",
  head: "fp32",
  weightBytes: 4,
  gradientBytes: 4,
  masterBytes: 0,
  activationBytes: 4,
};

export const generic: Framework = {
  name: "generic",
  year: 2025,
  launches: 60,
  expertLaunches: 6,
  expertCastLaunches: 0,
  expertKernels: "compiled",
  flashVersion: 3,
  scaleKernels: 0,
  jointCasts: true,
  vocabMultiple: 1,
  collectiveLaunchSeconds: 0,
  rankLaunchSeconds: 0,
  gradientLaunchSeconds: 0,
  collectiveWaitSeconds: 0,
  nodeLatencySeconds: 0,
  announcingSeconds: 0,
  layerTensors: 0,
  wholeReduction: false,
  stageShares: "all",
  tpOverlap: "pieces",
  amaxReduction: "none",
  reuseDistance: 1e15,
  moduleWaits: false,
  collectiveEfficiency: 1,
  bucketBytes: 1e15,
  bucketRankBytes: 0,
  gatherOverlap: true,
  flatCollectives: false,
  cudaGraphs: false,
  fused: true,
  rmsNormFused: true,
  yarnFused: true,
  crossEntropy: "eager",
  recomputeSkips: "nothing",
  inputGather: "apart",
  logitBytes: 6,
  keptLogits: 0,
  gradientSumBytes: 0,
  shardCopies: "nothing",
  gradientPasses: 0,
  expertStreams: 0,
  halfGradients: false,
  bucketCopies: 0,
  flatBytes: 0,
  stepBytes: 0,
  rotaryCopies: false,
  freesStageInputs: false,
  gathers: "layers",
  fragmentation: 0.05,
  sequenceBuffers: 0,
  runAhead: 0,
  workspaceBytes: 0,
  communicatorBytes: 0.6 * 2 ** 30,
  runs: {
    ...{ degrees: null, sequenceParallelism: "optional", zeroStages: null, shardGroups: null },
    ...{ schedules: null, recomputes: null, offloads: null, cpTypes: null, dispatches: null },
    ...{ precisions: null, scalings: null, pools: null, conflicts: [] },
  },
  rankOrders: [
    ["tp", "cp", "dp", "pp"],
    ["tp", "cp", "pp", "dp"],
  ],
};

export function plan(change: Partial<Plan>): Plan {
  const base: Plan = {
    name: "plan",
    framework: generic,
    tp: 1,
    cp: 1,
    cpType: "ring",
    cpHeads: 1,
    rankOrder: ["tp", "cp", "dp", "pp"],
    cpOrder: "zigzag",
    documents: null,
    ep: 1,
    etp: 1,
    dispatch: "per_expert",
    balance: { kind: "balanced" },
    capacity: null,
    dp: 1,
    pp: 1,
    vpp: 1,
    zero: 0,
    dpShard: change.dp ?? 1,
    sync: { kind: "synchronous", islands: 1, backup: 0 },
    time: {},
    memory: {},
    compression: null,
    reshardAfter: "forward",
    gradientScatter: "micro_batch",
    prefetch: 1,
    sequenceParallel: false,
    schedule: "1f1b",
    microBatchGroup: change.pp ?? 1,
    ownSchedule: null,
    split: "even",
    place: { kind: "replicas", shares: "equal" },
    seqLen: 2048,
    encoderSeqLen: 2048,
    encoderStages: null,
    microBatch: 1,
    globalBatch: 1,
    numMicroBatches: 1,
    precision: mixed,
    optimizer: "adam",
    shampoo: null,
    recompute: { kind: "none", modules: [] },
    flashAttention: false,
    overlap: { dp: false, tp: false, pp: false, ep: false, sharedExperts: false },
    offload: "none",
    offloadLayers: null,
    lora: null,
    frozen: [],
    sparsity: null,
    stateOffload: { optimizer: "none", weights: "none", delayed: false },
    tokens: null,
    data: null,
    targetLoss: null,
    scalingLaw: null,
    criticalBatch: "none",
    tuned: null,
    checkpoint: null,
    elastic: null,
    simulate: { runs: 1_000, seed: 1 },
    serve: null,
    rl: null,
    ...change,
  };
  return { ...base, numMicroBatches: base.globalBatch / (base.dp * base.microBatch) };
}

export function scenario(model: Model, cluster: Cluster, p: Plan): Scenario {
  return { name: "test", model, cluster, plan: p, origins: {} };
}

/** GPT-3 175B as in arXiv:2205.05198: tp 8, pp 8, vpp 3 on 64 A100s. */
export const korthikanti = (change: Partial<Plan> = {}): Scenario =>
  scenario(
    gpt3,
    selene(8),
    plan({ tp: 8, pp: 8, vpp: 3, schedule: "interleaved_1f1b", globalBatch: 64, ...change }),
  );
