import type { Device } from "../../../../src/engine/scenario/device.ts";
import type { Field } from "../../../../src/engine/scenario/field.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { adapters, fp32, generic, mixed } from "../../support/scenarios.ts";
import { sharded } from "../../trainingRun/run/support/runs.ts";

/** RL post-training that no step depends on. */
const RL: NonNullable<Plan["rl"]> = {
  ...{ prompts: 8, samples: 2, promptTokens: 16, passes: 1, critic: true, iterations: 3 },
  response: { mean: 32, variation: 0.5, max: 64 },
  rollout: {
    ...{ tp: 1, pp: 1, memory: 0.5, sequences: 8, weightBytes: null, kvBytes: null },
    ...{ stepSeconds: 0, sequenceSeconds: 0, efficiency: 1 },
  },
  ...{ rewardSeconds: 0, syncBytesPerSecond: 1e9, overheadSeconds: 0 },
  placement: { kind: "colocated" },
};

/** A scenario with some fields at other values. */
export interface Variant {
  readonly fields: readonly Field[];
  readonly scenario: Scenario;
}

type Values = { readonly [F in keyof Plan]: (plan: Plan) => readonly Plan[F][] };

const half = (n: number): number => (n % 2 === 0 ? n / 2 : n * 3);

/** Other values of each field of a plan, whatever the engine says to them: a field of a plan without a row is a mistake of types. */
const values: Values = {
  name: () => ["another"],
  framework: ({ framework }) => [
    { ...framework, shardCopies: framework.shardCopies === "nothing" ? "all" : "nothing" },
    { ...generic, gatherOverlap: false, launches: 90, layerTensors: 3, communicatorBytes: 0 },
    { ...framework, collectiveLaunchSeconds: 1e-4, bucketBytes: 1e7, fused: false },
  ],
  tp: ({ tp }) => [2 * tp, half(tp), 3],
  cp: ({ cp }) => [2 * cp, half(cp), 3],
  cpType: () => ["ring", "all_gather", "ulysses"],
  cpHeads: ({ cpHeads }) => [2 * cpHeads],
  cpOrder: () => ["zigzag", "contiguous"],
  ep: ({ ep }) => [2 * ep, half(ep), 3],
  etp: ({ etp }) => [2 * etp, 3],
  dispatch: () => ["per_expert", "per_node"],
  balance: () => [{ kind: "balanced" }, { kind: "zipf", s: 0.9 }],
  capacity: () => [null, { factor: 1.25, pad: true }, { factor: 1, pad: false }],
  dp: ({ dp }) => [2 * dp, half(dp), 3],
  pp: ({ pp }) => [2 * pp, half(pp), 3],
  rankOrder: () => [
    ["tp", "cp", "dp", "pp"],
    ["dp", "tp", "cp", "pp"],
    ["pp", "dp", "cp", "tp"],
    ["tp", "cp", "pp", "dp"],
  ],
  vpp: ({ vpp }) => [2 * vpp, 3],
  zero: () => [0, 1, 2, 3],
  dpShard: ({ dpShard }) => [half(dpShard), 1],
  sync: () => [
    { kind: "synchronous", islands: 1, backup: 1 },
    { kind: "local_sgd", islands: 2, steps: 10, exchangeBytes: 4, backup: 0 } as Plan["sync"],
  ],
  time: () => [{}, { dp: 0.02 }],
  memory: () => [{}, { activations: 1e9 }, { weights: 2e9, reserved: 0 }],
  compression: () => [null, { kind: "one_bit", block: 2048, warmUp: 0, errorBytes: 4 }],
  reshardAfter: () => ["forward", "backward", "step"],
  gradientScatter: () => ["micro_batch", "group", "step"],
  prefetch: () => [0, 1, 2],
  sequenceParallel: ({ sequenceParallel }) => [!sequenceParallel],
  schedule: () => [
    "gpipe",
    "1f1b",
    "interleaved_1f1b",
    "zb_h1",
    "zb_v",
    "dualpipe",
    "naive",
    "breadth_first",
  ],
  microBatchGroup: ({ microBatchGroup }) => [2 * microBatchGroup, half(microBatchGroup)],
  // Only a plan with an order of its own has one.
  ownSchedule: ({ schedule, vpp }) => {
    if (schedule !== "custom") return [];
    return vpp === 1
      ? [{ order: ["F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)"], placement: "loop" }]
      : [{ order: ["F0*m F1*m BW1*m BW0*m"], placement: "v" }];
  },
  split: () => ["even", "lighter_ends", "uneven", "balanced", [9, 8, 8, 7], [8, 8, 8, 8], [7, 8, 8, 9]],
  place: () => [
    { kind: "replicas", shares: "equal" },
    { kind: "replicas", shares: "proportional" },
    { kind: "stages", counts: null },
  ],
  seqLen: ({ seqLen }) => [2 * seqLen, half(seqLen)],
  documents: () => [null, { meanTokens: 300, variation: 1.5 }],
  encoderSeqLen: ({ encoderSeqLen }) => [2 * encoderSeqLen],
  encoderStages: ({ pp }) => [null, 1, pp / 2],
  microBatch: ({ microBatch }) => [2 * microBatch, half(microBatch)],
  globalBatch: ({ globalBatch }) => [2 * globalBatch],
  numMicroBatches: ({ numMicroBatches }) => [
    2 * numMicroBatches,
    half(numMicroBatches),
    numMicroBatches + 0.5,
  ],
  precision: () => [
    mixed,
    fp32,
    { ...mixed, gradientBytes: 4, momentBytes: 2, reduceBytes: 4 },
    { ...mixed, name: "fp8", compute: "fp8", scaling: "blockwise", operandBytes: 1 + 4 / 128 },
  ],
  optimizer: () => ["adam", "sgd", "adafactor", "muon", "shampoo", "lamb"],
  shampoo: () => [null, { block: 512, interval: 10 }],
  recompute: () => [
    { kind: "none", modules: [] },
    { kind: "full", modules: [] },
    { kind: "full", modules: [], layers: 1 },
    { kind: "full", modules: [], unit: 2 },
    { kind: "full", modules: [], distribute: true },
    { kind: "selective", modules: ["attention", "mlp"] },
    { kind: "selective", modules: ["ops"] },
    {
      ...{ kind: "by_layers", modules: [] },
      groups: [
        { layers: 4, recompute: { kind: "full", modules: [] }, tp: null, zero: null },
        { layers: 1e6, recompute: { kind: "none", modules: [] }, tp: null, zero: null },
      ],
    },
  ],
  flashAttention: ({ flashAttention }) => [!flashAttention],
  overlap: ({ overlap }) => [
    { ...overlap, dp: !overlap.dp },
    { ...overlap, tp: !overlap.tp },
    { ...overlap, pp: !overlap.pp },
    { ...overlap, ep: !overlap.ep },
    { ...overlap, sharedExperts: !overlap.sharedExperts },
  ],
  offload: () => ["none", "activations", "ema"],
  offloadLayers: () => [null, 1, 2],
  stateOffload: () => [
    { optimizer: "none", weights: "none", delayed: false },
    { optimizer: "host", weights: "none", delayed: true },
    { optimizer: "nvme", weights: "host", delayed: false },
  ],
  sparsity: () => [null, { speedup: null, prunesGradients: false }, { speedup: 1.6, prunesGradients: true }],
  frozen: () => [[], ["vision"], ["vision", "projector"], ["language"]],
  lora: () => [
    null,
    { ...adapters, targets: ["query", "value", "up"], weightBytes: 0.516 },
    { ...adapters, experts: "shared", targets: ["down"] },
  ],
  tokens: () => [1e9, 1e12],
  data: () => [null],
  targetLoss: () => [2.5],
  scalingLaw: () => [null],
  criticalBatch: () => ["zhang", 1e6],
  tuned: () => [null],
  checkpoint: () => [
    null,
    sharded,
    { ...sharded, async: true, writers: "first" },
    { ...sharded, to: "memory" },
  ],
  elastic: () => [null, { batch: "kept" }],
  simulate: () => [{ runs: 10, seed: 2 }],
  rl: () => [RL],
  serve: () => [
    {
      ...{ batch: 1, context: 128, tp: 1, pp: 1, weightBytes: 2, expertBytes: 2, kvBytes: 2 },
      ...{ replicas: 1, arrivals: null },
    },
  ],
};

/** Values of several fields whose product, or whose effect on one memo's text, stays as it is. */
const together: readonly ((plan: Plan) => Partial<Plan>)[] = [
  ({ cp, microBatch }) => ({ cp: 2 * cp, microBatch: 2 * microBatch }),
  ({ cp, dp, dpShard }) => ({ cp: 2 * cp, dp: dp / 2, dpShard: dpShard / 2 }),
  ({ cp, dp, dpShard, microBatch }) => ({
    cp: 2 * cp,
    dp: dp / 2,
    dpShard: dpShard / 2,
    microBatch: 2 * microBatch,
  }),
  ({ dp, pp }) => ({ dp: dp / 2, dpShard: dp / 2, pp: 2 * pp }),
  ({ tp, dp, microBatch }) => ({ tp: 2 * tp, dp: dp / 2, dpShard: dp / 2, microBatch: 2 * microBatch }),
  ({ numMicroBatches, dp }) => ({ numMicroBatches: 2 * numMicroBatches, dp: dp / 2, dpShard: dp / 2 }),
  ({ numMicroBatches, dp }) => ({ numMicroBatches: 2 * numMicroBatches, dp: dp / 2 }),
  ({ numMicroBatches, globalBatch }) => ({
    numMicroBatches: 2 * numMicroBatches,
    globalBatch: 2 * globalBatch,
  }),
  () => ({ zero: 3, reshardAfter: "step", gradientScatter: "group" }),
  () => ({ zero: 2, gradientScatter: "group" }),
  ({ pp }) => ({ schedule: "interleaved_1f1b", vpp: 2, microBatchGroup: pp }),
  () => ({ schedule: "zb_v" }),
  () => ({ schedule: "zb_v", vpp: 2 }),
];

const changed = (of: Scenario, change: Partial<Plan>): Scenario => ({
  ...of,
  plan: { ...of.plan, ...change },
});

/** Scenarios with one field of the plan at another value. */
export function variantsIn(of: Scenario, field: keyof Plan): readonly Variant[] {
  return values[field](of.plan).map((value) => ({
    fields: [field],
    scenario: changed(of, { [field]: value }),
  }));
}

/** Scenarios with several fields of the plan at other values at once. */
export const variantsTogether = (of: Scenario): readonly Variant[] =>
  together.map((change) => {
    const own = change(of.plan);
    return { fields: Object.keys(own) as (keyof Plan)[], scenario: changed(of, own) };
  });

const odd = (n: number): number => n + 1 - (n % 2);

/** A model that no even degree divides, so that checks of divisibility refuse it. */
function unevenModel(model: Model): Model {
  const { attention, mlp, recurrent } = model;
  const heads = odd("heads" in attention ? attention.heads : 1);
  return {
    ...model,
    layers: odd(model.layers),
    vocab: odd(model.vocab),
    attention: attention.kind === "mla" ? { ...attention, heads } : { ...attention, heads, kvHeads: heads },
    mlp: mlp.kind === "moe" ? { ...mlp, experts: odd(mlp.experts) } : { ...mlp, dFf: odd(mlp.dFf) },
    recurrent: recurrent && "heads" in recurrent ? { ...recurrent, heads: odd(recurrent.heads) } : recurrent,
  };
}

/** A device that computes in no narrow format. */
const withoutRates = (device: Device): Device => ({
  ...device,
  peak: { ...device.peak, bf16: 0, fp16: 0, fp8: 0, fp4: 0 },
});

/** Scenarios with another model or another cluster. */
export function variantsAround(of: Scenario): readonly Variant[] {
  const { model, cluster } = of;
  const device = {
    ...cluster.device,
    usableBytes: cluster.device.usableBytes / 2,
    memoryBytesPerSecond: 1e12,
    reservedBytes: 2 * cluster.device.reservedBytes,
  };
  return [
    {
      fields: ["model"],
      scenario: { ...of, model: { ...model, dModel: 2 * model.dModel, vocab: 2 * model.vocab } },
    },
    { fields: ["model"], scenario: { ...of, model: { ...model, layers: 2 * model.layers } } },
    { fields: ["model"], scenario: { ...of, model: unevenModel(model) } },
    { fields: ["cluster"], scenario: { ...of, cluster: { ...cluster, device } } },
    {
      fields: ["cluster"],
      scenario: { ...of, cluster: { ...cluster, device: withoutRates(cluster.device) } },
    },
    {
      fields: ["cluster"],
      scenario: {
        ...of,
        cluster: { ...cluster, scaleUp: { ...cluster.scaleUp, bytesPerSecond: 1e10, domain: 4 } },
      },
    },
    {
      fields: ["cluster"],
      scenario: { ...of, cluster: { ...cluster, devicesPerNode: 4, nodes: 2 * cluster.nodes } },
    },
  ];
}

export const planFields = Object.keys(values) as readonly (keyof Plan)[];
