import { expect, test } from "vitest";
import { estimate } from "../../../src/engine/index.ts";
import type { Cluster } from "../../../src/engine/scenario/cluster.ts";
import type { Mlp } from "../../../src/engine/scenario/mlp.ts";
import type { Model } from "../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { gpt3, korthikanti, llama } from "../support/scenarios.ts";

const codes = (s: Scenario): readonly string[] => {
  const answer = estimate(s);
  return (answer.ok ? answer.warnings : answer.refusals).map((r) => `${r.severity} ${r.code} ${r.fields[0]}`);
};
const base = korthikanti();
const withPlan = (change: Partial<Plan>): Scenario => ({ ...base, plan: { ...base.plan, ...change } });
const withModel = (change: Partial<Model>): Scenario => ({ ...base, model: { ...base.model, ...change } });
const withCluster = (change: Partial<Cluster>): Scenario => ({
  ...base,
  cluster: { ...base.cluster, ...change },
});

const moe: Mlp = {
  ...{ kind: "moe", experts: 8, shared: 0, topK: 2, denseLayers: 0, dense: null },
  ...{ sharedDff: 14_336, groups: 1, topGroups: 1, every: 1 },
  expert: { kind: "swiglu", dFf: 1024 },
};
const withExperts = (change: Partial<Plan>): Scenario => ({
  ...withModel({ mlp: moe }),
  plan: { ...base.plan, ...change },
});

test.each([
  ["a sound plan", base, []],
  ["layers", withModel({ layers: 80 }), ["error not-divisible plan.pp"]],
  ["devices", withPlan({ dp: 2, globalBatch: 128 }), ["error degrees-exceed-devices plan.dp"]],
  ["idle devices", withCluster({ nodes: 9, devices: 72 }), ["warning devices-left-over plan.dp"]],
  ["fractional replicas", withPlan({ dp: 1.5 }), ["error degrees-do-not-divide-devices plan.tp"]],
  [
    "batch",
    withPlan({ microBatch: 3, numMicroBatches: 64 / 3 }),
    ["error batch-not-divisible plan.global_batch"],
  ],
  [
    "interleaving",
    withPlan({ globalBatch: 60, numMicroBatches: 60 }),
    ["error micro-batches-not-divisible plan.num_micro_batches"],
  ],
  [
    "a short pipeline run",
    withPlan({ vpp: 1, schedule: "1f1b", globalBatch: 4, numMicroBatches: 4 }),
    ["warning few-micro-batches plan.num_micro_batches"],
  ],
  [
    "chunks without interleaving",
    withPlan({ schedule: "1f1b" }),
    ["error vpp-without-interleaving plan.vpp"],
  ],
  ["a zero-bubble schedule", withPlan({ vpp: 1, schedule: "zb_h1" }), []],
  ["a V of two chunks", withPlan({ vpp: 2, schedule: "zb_v" }), []],
  ["a V of three", withPlan({ schedule: "zb_v" }), ["error vpp-without-interleaving plan.vpp"]],
  ["a V of half the memory", withPlan({ vpp: 1, schedule: "v_half" }), []],
  ["breadth-first", withPlan({ schedule: "breadth_first" }), []],
  [
    "a group smaller than the pipeline",
    withPlan({ microBatchGroup: 4 }),
    ["error not-modelled plan.micro_batch_group"],
  ],
  [
    "groups that do not fill",
    withPlan({ microBatchGroup: 12 }),
    ["error micro-batches-not-divisible plan.num_micro_batches"],
  ],
  [
    "DualPipeV, too few micro-batches",
    withPlan({ vpp: 1, schedule: "dualpipe_v", globalBatch: 8, numMicroBatches: 8 }),
    ["error not-modelled plan.num_micro_batches"],
  ],
  [
    "PipeDream with sharded gradients",
    withPlan({ vpp: 1, schedule: "pipedream", zero: 2 }),
    ["error not-modelled plan.zero"],
  ],
  ["DualPipe", withPlan({ vpp: 1, schedule: "dualpipe" }), []],
  [
    "DualPipe, too few micro-batches",
    withPlan({ vpp: 1, schedule: "dualpipe", globalBatch: 8, numMicroBatches: 8 }),
    ["error not-modelled plan.num_micro_batches"],
  ],
  [
    "DualPipe without pairs of stages",
    withPlan({ vpp: 1, pp: 1, schedule: "dualpipe" }),
    ["warning devices-left-over plan.dp", "error not-modelled plan.pp"],
  ],
  [
    "pieces from both ends of the sequence",
    withPlan({ cp: 8, tp: 1, seqLen: 2040 }),
    ["error seq-not-divisible plan.seq_len"],
  ],
  ["all-to-alls cut the sequence once", withPlan({ cp: 8, tp: 1, seqLen: 2040, cpType: "ulysses" }), []],
  [
    "sequence parallelism within a context-parallel share",
    withPlan({ cp: 2, tp: 4, seqLen: 2044, sequenceParallel: true }),
    ["error seq-not-divisible plan.seq_len"],
  ],
  [
    "all-to-alls want whole heads",
    withPlan({ cp: 8, tp: 8, dp: 1, pp: 1, vpp: 1, schedule: "1f1b", cpType: "ulysses" }),
    ["error ulysses-heads-not-divisible plan.cp"],
  ],
  [
    "no rate",
    withPlan({ precision: { ...base.plan.precision, compute: "fp8" } }),
    ["error no-rate plan.precision"],
  ],
  ["heads", withModel(llama(96, 12_288, 100, 100, 49_152, 51_200)), ["error heads-not-divisible plan.tp"]],
  ["experts", withModel({ mlp: moe }), []],
  ["experts on devices", withExperts({ ep: 4 }), []],
  [
    "experts that do not divide",
    withExperts({ ep: 16 }),
    ["error experts-not-divisible plan.ep", "error ep-not-divisible plan.ep"],
  ],
  ["devices that do not divide", withExperts({ ep: 4, etp: 4 }), ["error ep-not-divisible plan.ep"]],
  [
    "more experts a token than there are",
    withModel({ mlp: { ...moe, topK: 9 } }),
    ["error too-few-experts model.mlp.top_k"],
  ],
  ["expert parallelism without experts", withPlan({ ep: 8 }), ["error no-experts plan.ep"]],
  [
    "a wide tp",
    withCluster({ scaleUp: { ...base.cluster.scaleUp, domain: 4 } }),
    ["warning tp-beyond-scale-up plan.tp"],
  ],
  ["no fabric", withCluster({ scaleOut: null }), ["error no-scale-out cluster.scale_out"]],
] as const)("%s", (_name, s, expected) => {
  expect(codes(s)).toEqual(expected);
});

test("uneven splits take layers that do not divide", () => {
  const answer = estimate({
    ...base,
    model: { ...gpt3, layers: 100 },
    plan: { ...base.plan, split: "uneven" },
  });
  expect(answer.ok && answer.estimate.stages.reduce((n, s) => n + s.layers, 0)).toBe(100);
});

test("too few micro-batches have a bubble of (p - 1)/(v m) under the schedules of that closed form alone", () => {
  const params = (change: Partial<Plan>): unknown => {
    const answer = estimate(withPlan({ vpp: 1, numMicroBatches: 4, globalBatch: 4, ...change }));
    return (answer.ok ? answer.warnings : answer.refusals).find(({ code }) => code === "few-micro-batches")
      ?.params;
  };
  expect(params({ schedule: "1f1b" })).not.toHaveProperty("schedule");
  expect(params({ schedule: "zb_h1" })).toHaveProperty("schedule", "zb_h1");
});
