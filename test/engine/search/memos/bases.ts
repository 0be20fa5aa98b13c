import fc from "fast-check";
import { estimate } from "../../../../src/engine/index.ts";
import { degreeSearchLimits } from "../../../../src/engine/refusals/limits/degreeLimits.ts";
import type { Abilities } from "../../../../src/engine/scenario/abilities.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { generic, mixed, plan, scenario, selene } from "../../support/scenarios.ts";
import { models, space } from "../../support/space.ts";
import { failing, sharded } from "../../trainingRun/run/support/runs.ts";

/** True for a scenario whose plans a search over all plans refuses to compare, so that no memo ever sees it. */
const refused = (one: Scenario): boolean => degreeSearchLimits.limits.some(({ asked }) => asked(one));

/** Drawn scenarios that the engine answers for and a search takes, of all kinds, the same in every run; every third may fail and keeps checkpoints. */
export function basesOf(count: number, seed = 5): readonly Scenario[] {
  const found: Scenario[] = [];
  for (const [i, drawn] of fc.sample(space, { seed, numRuns: 40 * count }).entries()) {
    if (found.length === count) break;
    const one = furthered(drawn, i);
    if (!refused(one) && estimate(one).ok) found.push({ ...one, name: `drawn ${i}` });
  }
  return found;
}

/** What the space of scenarios does not vary. */
function furthered(drawn: Scenario, i: number): Scenario {
  const { plan, cluster } = drawn;
  const copies = i % 4 === 1 ? { framework: { ...generic, shardCopies: "all" as const } } : {};
  const hybrid = i % 5 === 2 && plan.dp > 1 ? { dpShard: plan.dp / 2 } : {};
  const fails = i % 3 === 0;
  return {
    ...drawn,
    cluster: fails ? { ...cluster, ...failing } : cluster,
    plan: { ...plan, ...copies, ...hybrid, ...(fails ? { checkpoint: sharded } : {}) },
  };
}

/** Abilities of a framework that only replicates a model in 16 bits. */
const least: Abilities = {
  degrees: [],
  sequenceParallelism: "never",
  zeroStages: [0],
  shardGroups: [],
  schedules: ["1f1b"],
  recomputes: [],
  offloads: [],
  cpTypes: [],
  dispatches: ["per_expert"],
  precisions: ["fp16", "bf16"],
  scalings: [],
  pools: [],
  conflicts: ["pp_zero_2", "pp_zero_3", "tp_zero_3", "moe_without_sp", "state_apart"],
};

const fp8: Plan["precision"] = {
  ...{ ...mixed, name: "fp8", compute: "fp8", scaling: "blockwise", operandBytes: 1 + 4 / 128 },
};

const { device: a100 } = selene(1);
const device = { ...a100, peak: { ...a100.peak, fp8: 624e12 } };

/** Settings at which most fields of a layer matter. */
const rich: Partial<Plan> = {
  ...{ cp: 2, dp: 2, ep: 2, sequenceParallel: true, cpOrder: "contiguous", zero: 3 },
  ...{ flashAttention: true, precision: fp8, schedule: "zb_h1" },
  ...{ documents: { meanTokens: 300, variation: 1.5 }, recompute: { kind: "full", modules: [] } },
  overlap: { ...plan({}).overlap, tp: true, ep: true },
  framework: { ...generic, shardCopies: "all" },
};

function modelOf(name: string): Model {
  const found = models[name]?.(8);
  if (!found) throw new Error(`no model ${name}`);
  return found;
}

/** A scenario of a model of `models`, or of one that is given, whose plan has these settings. */
function own(name: string, model: string | Model, change: Partial<Plan>): Scenario {
  const made = plan({ tp: 2, pp: 2, dp: 4, globalBatch: 32, microBatchGroup: 2, ...change });
  const of = typeof model === "string" ? modelOf(model) : model;
  return { ...scenario(of, selene((made.tp * made.cp * made.pp * made.dp) / 8, device), made), name };
}

/** A run on devices that fail too often for its checkpoints ever to finish. `limit` is what a checkpoint waits for. */
function endless(
  name: string,
  model: string | Model,
  change: Partial<Plan>,
  limit: "storage" | "device" = "storage",
): Scenario {
  const one = own(name, model, { checkpoint: sharded, zero: 1, ...change });
  const [seconds, storageBytesPerSecond] = limit === "storage" ? [0.5, 1e8] : [0.0005, 1e15];
  const failures = { kind: "poisson", mtbfDeviceSeconds: 16 * seconds } as const;
  return { ...one, cluster: { ...one.cluster, storageBytesPerSecond, failures } };
}

/** An order of passes over two chunks a stage. */
const inTwoChunks: Partial<Plan> = {
  ...{ schedule: "custom", vpp: 2 },
  ownSchedule: { order: ["F0*m F1*m BW1*m BW0*m"], placement: "loop" },
};

/** Images beside text, in a model with routed experts. */
const seeingExperts: Model = { ...modelOf("vision"), mlp: modelOf("experts").mlp };

/** Scenarios that are rarely drawn, in which fields matter that do not elsewhere. */
export const rareBases: readonly Scenario[] = [
  own("a ring", "llama", { cp: 2, dp: 2, flashAttention: true }),
  own("a ring of neighbouring tokens", "llama", {
    ...{ cp: 2, dp: 2, flashAttention: true, cpOrder: "contiguous" },
    recompute: { kind: "full", modules: [] },
  }),
  own("an encoder", "encoder", { cp: 2, dp: 2, pp: 4, split: "uneven", encoderSeqLen: 512 }),
  own("rings of all-to-alls", "llama", { cp: 4, dp: 1, cpHeads: 2, flashAttention: true }),
  own("rings of all-to-alls of neighbouring tokens", "llama", {
    ...{ cp: 4, dp: 1, cpHeads: 2, flashAttention: true, cpOrder: "contiguous" },
  }),
  own("sequences over ranks", "latent", {
    ...{ cp: 4, cpType: "ulysses", documents: { meanTokens: 300, variation: 1.5 } },
  }),
  own("images", "vision", { zero: 2 }),
  own("experts in 8 bits", "experts", rich),
  own("experts in 8 bits, ranks apart", "experts", { ...rich, ep: 8, rankOrder: ["dp", "tp", "cp", "pp"] }),
  own("experts in 8 bits across nodes", "experts", { ...rich, ep: 8, rankOrder: ["pp", "dp", "tp", "cp"] }),
  own("an encoder, ranks apart", "encoder", {
    ...{ ...rich, ep: 1, cpType: "all_gather", schedule: "1f1b", rankOrder: ["dp", "cp", "tp", "pp"] },
  }),
  own("images, ranks apart", "vision", { sequenceParallel: true, rankOrder: ["pp", "dp", "cp", "tp"] }),
  own("experts unevenly loaded", "latent", {
    ...{
      ...rich,
      flashAttention: false,
      balance: { kind: "zipf", s: 0.9 },
      recompute: { kind: "none", modules: [] },
    },
    ...{ cpType: "ulysses", dispatch: "per_node", zero: 2, gradientScatter: "micro_batch" },
  }),
  own("compressed gradients", "llama", {
    ...{ compression: { kind: "quantised", bits: 8, block: 2048, warmUp: 0, errorBytes: 4 } },
    ...{ schedule: "interleaved_1f1b", vpp: 2, split: "uneven" },
  }),
  own("weights in a host", "llama", {
    ...{ zero: 3, stateOffload: { optimizer: "host", weights: "host", delayed: false } },
  }),
  own("an order of its own", "llama", {
    ...{ pp: 4, dp: 2, schedule: "custom", split: [1, 3, 3, 1] },
    ownSchedule: { order: ["F*m BW*m"], placement: "loop" },
  }),
  own("an order of its own over two chunks", "llama", inTwoChunks),
  own("tied ends in an order of its own over two chunks", "gpt", inTwoChunks),
  own("two kinds of layers in an order of its own over two chunks", "hybrid", inTwoChunks),
  own("shards in an order of its own over two chunks", "llama", { ...inTwoChunks, zero: 3 }),
  own("chunks", "llama", {
    schedule: "interleaved_1f1b",
    vpp: 2,
    optimizer: "shampoo",
    shampoo: { block: 512, interval: 10 },
  }),
  own("experts far apart", "experts", { ep: 8, dp: 4, capacity: { factor: 1.25, pad: true } }),
  own("shards by groups", "llama", { zero: 3, gradientScatter: "group", prefetch: 0 }),
  own("experts far apart, stages between replicas", "experts", {
    ...{ ep: 8, dp: 4, capacity: { factor: 1.25, pad: true }, rankOrder: ["tp", "cp", "pp", "dp"] },
  }),
  own("experts in 8 bits, ranks of longer rings apart", "experts", {
    ...{ ...rich, cp: 4, ep: 8, microBatch: 2, rankOrder: ["dp", "tp", "cp", "pp"] },
  }),
  own("experts in 8 bits, ranks of longer rings of one replica apart", "experts", {
    ...{ ...rich, cp: 4, dp: 1, ep: 8, rankOrder: ["dp", "tp", "cp", "pp"] },
  }),
  own("experts, stages between ranks of tensor parallelism", "experts", {
    ...{ pp: 4, ep: 2, dp: 1, sequenceParallel: true, dispatch: "per_node" },
    capacity: { factor: 1, pad: false },
    rankOrder: ["dp", "pp", "cp", "tp"],
  }),
  own("experts that see", seeingExperts, { ep: 2 }),
  own("experts that see, recomputed", seeingExperts, { ep: 2, recompute: { kind: "full", modules: [] } }),
  own("images, recomputed in part, ranks apart", "vision", {
    ...{ sequenceParallel: true, rankOrder: ["pp", "dp", "cp", "tp"] },
    recompute: { kind: "selective", modules: ["attention", "mlp"] },
  }),
  own("images, shards copied", "vision", { zero: 3, framework: { ...generic, shardCopies: "all" } }),
  own("shards in a V", "llama", { zero: 3, dpShard: 2, schedule: "v_half" }),
  own("shards kept for the step", "experts", {
    ...{ zero: 3, reshardAfter: "step", gradientScatter: "group", schedule: "breadth_first", vpp: 2 },
  }),
  own("experts that see, ranks apart", seeingExperts, { ep: 8, rankOrder: ["dp", "tp", "cp", "pp"] }),
  own("shards by groups, in chunks", "llama", {
    ...{ zero: 3, gradientScatter: "group", prefetch: 0, schedule: "interleaved_1f1b" },
  }),
  own("shards of weights in an order of its own", "llama", { pp: 4, dp: 2, zero: 3, split: [1, 3, 3, 1] }),
  own("an encoder, breadth first", "encoder", {
    ...{ cp: 2, dp: 2, pp: 4, split: "uneven", encoderSeqLen: 512, schedule: "breadth_first" },
  }),
  endless("a run that never finishes", "llama", {}),
  endless("a run of experts that never finishes", "experts", { ep: 2, etp: 2 }),
  endless("a run of rings that never finishes", "experts", { cp: 2, dpShard: 2, ep: 2 }, "device"),
  endless("a run of replicas that never finishes", "llama", { dpShard: 2 }, "device"),
  ...(["llama", "experts"] as const).map((model) =>
    endless(
      `a run of ${model} whose first replica saves and never finishes`,
      model,
      { zero: 3, ep: model === "experts" ? 2 : 1, checkpoint: { ...sharded, writers: "first" } },
      "device",
    ),
  ),
  ...(["llama", "experts"] as const).map((model) => {
    const one = endless(`a run of ${model} that loads long and never finishes`, model, {
      ...{ zero: 3, dpShard: 2, ep: model === "experts" ? 2 : 1 },
    });
    const recovery = {
      kind: "staged",
      ...{ detectionSeconds: 60, replacementSeconds: 60, launchSeconds: 60, warmUpSeconds: 60 },
    } as const;
    return { ...one, cluster: { ...one.cluster, recovery } };
  }),
  endless("a run of images that never finishes", "vision", {}),
  endless("a run of an encoder that never finishes", "encoder", {
    ...{ pp: 4, dp: 2, split: "uneven", encoderSeqLen: 512 },
  }),
  endless(
    "a run of a placed encoder that never finishes",
    "encoder",
    { pp: 4, dp: 2, split: "uneven", encoderSeqLen: 512 },
    "device",
  ),
  endless("a run in chunks that never finishes", modelOf("llama"), {
    ...{ schedule: "interleaved_1f1b", vpp: 2, split: "uneven" },
  }),
  endless("a run with an order of its own that never finishes", "llama", inTwoChunks, "device"),
  endless("a run on islands that never finishes", "llama", {
    zero: 0,
    sync: { kind: "local_sgd", islands: 2, steps: 10, exchangeBytes: 4, backup: 0 } as Plan["sync"],
  }),
  (() => {
    const checkpoint = { ...sharded, writers: "first" as const };
    const one = own("a run whose devices save too long", "experts", { checkpoint, ep: 2, etp: 2, zero: 1 });
    const failures = { kind: "poisson", mtbfDeviceSeconds: 16 * 0.02 } as const;
    return { ...one, cluster: { ...one.cluster, storageBytesPerSecond: 1e15, failures } };
  })(),
  own("a framework that can do little", "experts", {
    ...{ tp: 1, pp: 1, dp: 16, optimizer: "adam", framework: { ...generic, name: "plain", runs: least } },
  }),
];
