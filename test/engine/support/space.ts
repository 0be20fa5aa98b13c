import fc from "fast-check";
import type { Cluster } from "../../../src/engine/scenario/cluster.ts";
import type { Degree } from "../../../src/engine/scenario/degree.ts";
import type { Device } from "../../../src/engine/scenario/device.ts";
import type { PcieTree } from "../../../src/engine/scenario/links.ts";
import type { Mlp } from "../../../src/engine/scenario/mlp.ts";
import type { Model } from "../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../src/engine/scenario/plan.ts";
import type { Precision } from "../../../src/engine/scenario/precision.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import type { Schedule } from "../../../src/engine/scenario/scheduleName.ts";
import { chunksPerStage, modelPieces } from "../../../src/engine/schedules/pieces.ts";
import { a100, adapters, fp32, gpt, llama, mixed, plan, scenario, selene, slots } from "./scenarios.ts";

/** The whole space of scenarios: every kind of model, schedule, sharding, offload, precision and network. */

const power = (most: number) => fc.integer({ min: 0, max: most }).map((n) => 2 ** n);
const h = 1024;
const base = (layers: number): Model => llama(layers, h, 16, 4, 2816, 32_000);
const mixture: Mlp = {
  ...{ kind: "moe", experts: 16, shared: 1, sharedDff: 512, topK: 2, groups: 1, topGroups: 1 },
  ...{ denseLayers: 1, every: 1 },
  expert: { kind: "swiglu", dFf: 512 },
  dense: { kind: "swiglu", dFf: 2816 },
};
const latent: Model["attention"] = {
  ...{ kind: "mla", heads: 16, dHead: 64, qRank: 384, kvRank: 128, dRope: 32, dV: 64 },
};

export const models: Readonly<Record<string, (layers: number) => Model>> = {
  gpt: (layers) => gpt(layers, h, 16),
  llama: base,
  experts: (layers) => ({ ...base(layers), mlp: mixture }),
  latent: (layers) => ({ ...base(layers), attention: latent, mlp: mixture }),
  window: (layers) => {
    const model = base(layers);
    const { attention } = model;
    if (attention.kind === "mla") throw new Error("grouped queries are meant");
    return { ...model, attention: { ...attention, slidingWindow: 512, slidingWindowPattern: 2 } };
  },
  hybrid: (layers) => ({
    ...base(layers),
    recurrent: { kind: "mamba2", heads: 32, dHead: 64, groups: 8, dState: 64, conv: 4, chunk: 128 },
    pattern: [..."M-M*"],
  }),
  encoder: (layers) => ({
    ...base(layers),
    encoder: { layers, attention: null, mlp: null },
    tiedEmbeddings: layers % 8 === 0,
  }),
  vision: (layers) => ({
    ...base(layers),
    vision: {
      encoder: gpt(layers, 512, 8, {
        ...{ mask: "bidirectional", dropout: false, vocab: 1000 },
        patches: { image: 224, patch: 16, channels: 3, extra: 1 },
      }),
      ...{ images: 1.5, merge: 4, hidden: layers % 8 === 0 ? null : 1024 },
    },
  }),
  own: (layers) => ({
    ...base(layers),
    operators: [
      { name: "own", flops: 1e7, bytes: 8192, saved: 4096, params: 16_384, backward: 2, shard: "tp" },
      { name: "whole", flops: 0, bytes: 4096, saved: 2048, params: 1024, backward: 1, shard: "none" },
    ],
  }),
  recurrent: (layers) => ({
    ...base(layers),
    recurrent: { kind: "gated_delta", heads: 16, dHead: 64, groups: 16, dState: 64, conv: 4, chunk: 64 },
    pattern: [..."M-"],
  }),
};

const precisions: readonly Precision[] = [
  mixed,
  fp32,
  { ...mixed, name: "bf16", compute: "bf16", gradientBytes: 4, momentBytes: 2 },
  { ...mixed, name: "fp8", compute: "fp8", scaling: "blockwise", operandBytes: 1 + 4 / 128 },
  { ...mixed, name: "nvfp4", compute: "fp4", scaling: "nvfp4", operandBytes: 0.5625, bf16Layers: 2 },
];
const schedules: readonly Schedule[] = [
  ...(["naive", "gpipe", "1f1b", "interleaved_1f1b", "breadth_first", "pipedream", "zb_h1"] as const),
  ...(["zb_h2", "zb_v", "v_half", "v_min", "dualpipe", "dualpipe_v", "custom"] as const),
];
const device: Device = { ...a100, peak: { ...a100.peak, fp8: 624e12, fp4: 1248e12 } };
const inSlots: Partial<Cluster["scaleUp"]> = { kind: "pcie", bytesPerSecond: 32e9, efficiency: 0.7 };
const trees: readonly PcieTree[] = [
  slots,
  { ...slots, switchDevices: 4, bridgeBytesPerSecond: 300e9 },
  { ...slots, switchDevices: 2, peerAccess: false },
];
const clusters: readonly ((nodes: number) => Cluster)[] = [
  (nodes) => selene(nodes, device),
  ...trees.map((pcie) => (nodes: number) => {
    const one = selene(nodes, device);
    return { ...one, scaleUp: { ...one.scaleUp, ...inSlots, pcie } };
  }),
  (nodes) => {
    const one = selene(nodes, device);
    const scaleOut = one.scaleOut && { ...one.scaleOut, leafDevices: 16, oversubscription: 2 };
    return { ...one, scaleOut };
  },
  (nodes) => {
    const one = selene(nodes, device);
    const torus = {
      kind: "torus",
      shape: [4, 4, nodes],
      domain: 16 * nodes,
      closed: [true, true, true],
    } as const;
    const devices = 16 * nodes;
    return { ...one, devicesPerNode: 16, devices, scaleUp: { ...one.scaleUp, ...torus }, scaleOut: null };
  },
];
/**
 * The first layers recomputed, the next their attention, the last not at all. With `tp`, the first have half that degree
 * and the last have it twice.
 */
const byLayers = (layers: number, tp: number | null): Plan["recompute"] => {
  const group = (count: number, kind: "full" | "selective" | "none", own: number | null) => ({
    ...{ layers: count, recompute: { kind, modules: [] }, tp: own, zero: null },
  });
  const some = Math.floor(layers / 3);
  const groups = [
    group(some, "full", tp && Math.max(1, tp / 2)),
    group(some, "selective", null),
    group(layers - 2 * some, "none", tp && 2 * tp),
  ];
  return { kind: "by_layers", modules: [], groups: groups.filter((one) => one.layers > 0) };
};

/** Fields without which a plan may have degrees by group of layers. */
const withoutRest: Partial<Plan> & Pick<Plan, "cp" | "cpHeads"> = {
  ...{ cp: 1, cpHeads: 1, documents: null, lora: null, optimizer: "adam", offload: "none" },
  ...{
    rankOrder: ["tp", "cp", "dp", "pp"],
    stateOffload: { optimizer: "none", weights: "none", delayed: false },
  },
};

const places = fc.constantFrom("none", "host", "nvme") as fc.Arbitrary<Plan["stateOffload"]["optimizer"]>;

/** What one draw is made of; a plan may be one that the engine turns away. */
export const space: fc.Arbitrary<Scenario> = fc
  .record({
    model: fc.constantFrom(...Object.values(models)),
    cluster: fc.constantFrom(...clusters),
    precision: fc.constantFrom(...precisions),
    schedule: fc.constantFrom(...schedules),
    tp: power(2),
    cp: power(1),
    cpType: fc.constantFrom<Plan["cpType"]>("ring", "all_gather", "ulysses"),
    cpHeads: fc.constantFrom(1, 1, 2),
    cpOrder: fc.constantFrom<Plan["cpOrder"]>("zigzag", "contiguous"),
    rankOrder: fc.oneof(
      fc.constant<Plan["rankOrder"]>(["tp", "cp", "dp", "pp"]),
      fc.shuffledSubarray<Degree>(["tp", "cp", "dp", "pp"], { minLength: 4 }),
    ),
    documents: fc.constantFrom<Plan["documents"]>(
      null,
      null,
      { meanTokens: 300, variation: 1.5 },
      {
        lengths: [40, 700, 9_000],
        shares: [5, 3, 1],
      },
    ),
    pp: power(2),
    dp: power(2),
    ep: power(2),
    etp: power(1),
    dispatch: fc.constantFrom<Plan["dispatch"]>("per_expert", "per_node"),
    balance: fc.constantFrom<Plan["balance"]>({ kind: "balanced" }, { kind: "zipf", s: 0.7 }),
    capacity: fc.constantFrom<Plan["capacity"]>(null, { factor: 1.25, pad: true }, { factor: 1, pad: false }),
    zero: fc.constantFrom<Plan["zero"]>(0, 1, 2, 3),
    reshardAfter: fc.constantFrom<Plan["reshardAfter"]>("forward", "backward", "step"),
    gradientScatter: fc.constantFrom<Plan["gradientScatter"]>("micro_batch", "step"),
    prefetch: fc.constantFrom(0, 1, 2),
    sequenceParallel: fc.boolean(),
    rounds: fc.integer({ min: 1, max: 3 }),
    microBatch: power(1),
    optimizer: fc.constantFrom<Plan["optimizer"]>(
      "adam",
      "sgd",
      "adafactor",
      "muon",
      "lion",
      "adam_8bit",
      "lamb",
      "lars",
    ),
    recompute: fc.constantFrom<Plan["recompute"]>(
      { kind: "none", modules: [] },
      { kind: "full", modules: [] },
      { kind: "full", modules: [], layers: 1 },
      { kind: "full", modules: [], unit: 2 },
      { kind: "full", modules: [], distribute: true },
      { kind: "selective", modules: ["attention", "mlp"] },
      { kind: "selective", modules: ["norms", "moe", "mla_up", "moe_act"] },
      { kind: "selective", modules: ["ops"] },
    ),
    flashAttention: fc.boolean(),
    overlap: fc.record({
      ...{ dp: fc.boolean(), tp: fc.boolean(), pp: fc.boolean(), ep: fc.boolean() },
      sharedExperts: fc.boolean(),
    }),
    offload: fc.constantFrom<Plan["offload"]>("none", "activations"),
    stateOffload: fc.record({ optimizer: places, weights: places, delayed: fc.boolean() }),
    lora: fc.constantFrom<Plan["lora"]>(
      ...[null, null, null],
      { ...adapters, targets: ["query", "value", "up"], weightBytes: 0.516 },
      { ...adapters, targets: ["down", "router"], expertRank: 2 },
      { ...adapters, experts: "shared" },
      { ...adapters, experts: "none", weightBytes: 1 },
    ),
    // Last, so that the other values are drawn as before it was there.
    listed: fc.boolean(),
    grouped: fc.constantFrom(false, false, true),
    degrees: fc.constantFrom(false, false, true),
  })
  .map(({ model, cluster, rounds, listed, grouped, degrees, ...drawn }) => {
    // Degrees by group of layers are refused with most else, so that plans with them leave it out.
    const apart = grouped && degrees && model(8).mlp.kind !== "moe" && !model(8).encoder;
    const r = apart ? { ...drawn, ...withoutRest, microBatch: 2 * drawn.microBatch } : drawn;
    const alone = r.pp === 1;
    const schedule = alone || apart ? "1f1b" : r.schedule;
    const vpp = schedule === "interleaved_1f1b" || schedule === "breadth_first" ? 2 : 1;
    const ownSchedule =
      schedule === "custom"
        ? { order: ["F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)"], placement: "loop" as const }
        : null;
    const pieces = r.pp * chunksPerStage({ schedule, vpp });
    const experts = r.ep * r.etp <= r.tp * r.cp * r.dp ? { ep: r.ep, etp: r.etp } : { ep: 1, etp: 1 };
    const of = model(4 * pieces);
    const held = modelPieces({ schedule, vpp, ownSchedule, pp: r.pp });
    // A layer more on the first piece than on the last.
    const sizes = Array.from(
      { length: held },
      (_, i) => of.layers / held + Number(i === 0) - Number(i === held - 1),
    );
    const lists = listed && !of.encoder && sizes.every(Number.isInteger);
    const p = plan({
      ...r,
      ...(of.mlp.kind === "moe" ? experts : { ep: 1, etp: 1 }),
      split: lists ? sizes : "even",
      ...(grouped && !of.encoder && r.offload === "none"
        ? { recompute: byLayers(of.layers, apart ? r.tp : null) }
        : {}),
      ...{ schedule, vpp, ownSchedule, numMicroBatches: 2 * r.pp * rounds, microBatchGroup: r.pp },
      dpShard: r.dp,
      sequenceParallel: r.sequenceParallel && r.tp > 1,
      globalBatch: 2 * r.pp * rounds * r.dp * r.microBatch,
      tokens: 1e9,
    });
    const drives = { count: 4, capacityBytes: 4e12, readBytesPerSecond: 4e9, writeBytesPerSecond: 2e9 };
    const made = cluster(Math.ceil((p.tp * p.cp * p.pp * p.dp) / 8));
    return scenario(of, { ...made, drives }, p);
  });
