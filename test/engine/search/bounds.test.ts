import { describe, expect, test } from "vitest";
import { estimate } from "../../../src/engine/index.ts";
import type { Device } from "../../../src/engine/scenario/device.ts";
import type { Model } from "../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { type Point, pointAt } from "../../../src/engine/search/candidates.ts";
import { memoryBound } from "../../../src/engine/search/memoryBound.ts";
import { resultRanges } from "../../../src/engine/search/resultRanges.ts";
import { spaceOf } from "../../../src/engine/search/space.ts";
import { stageKernels } from "../../../src/engine/search/stageKernels.ts";
import { type StepBound, stepBound } from "../../../src/engine/search/stepBound.ts";
import { a100, adapters, generic, gpt, llama, mixed, plan, scenario, selene } from "../support/scenarios.ts";
import { candidatesOf, numbersFrom } from "./candidatesOf.ts";
import { inKernels } from "./inKernels.ts";

const small = { seqLen: 1024, globalBatch: 64, microBatch: 1, split: "uneven" } as const;
const mixture: Model = {
  ...llama(8, 1024, 8, 4, 2048, 32_000),
  mlp: {
    ...({ kind: "moe", experts: 8, shared: 1, sharedDff: 512, topK: 2, groups: 1, topGroups: 1 } as const),
    ...{ denseLayers: 1, every: 1, dense: { kind: "swiglu", dFf: 2048 } as const },
    expert: { kind: "swiglu", dFf: 1024 } as const,
  },
};
const hybrid: Model = {
  ...llama(8, 1024, 8, 4, 2048, 32_000),
  recurrent: { kind: "mamba2", heads: 32, dHead: 64, groups: 8, dState: 128, conv: 4, chunk: 128 },
  pattern: [..."M-M*"],
};
const hidden: Plan["overlap"] = { dp: true, tp: true, pp: true, ep: true, sharedExperts: false };
const dense = llama(12, 2048, 16, 8, 8192, 32_000);
const operators: Model["operators"] = [
  { name: "a", flops: 1e8, bytes: 1e4, saved: 8192, params: 4e6, backward: 2, shard: "tp" },
  { name: "b", flops: 0, bytes: 65_536, saved: 16_384, params: 2048, backward: 1, shard: "none" },
];
const oneBit: Plan["compression"] = { kind: "one_bit", block: 2048, warmUp: 0, errorBytes: 0 };
const cases: readonly (readonly [string, Model, Partial<Plan>, Partial<Device>?])[] = [
  ["a dense model", dense, {}],
  ["collectives that are hidden", dense, { overlap: hidden }],
  ["memory that is set", dense, { memory: { weights: 3e9, activations: 2e9, reserved: 0 } }],
  ["activations that are set, more than any", dense, { memory: { activations: 1e12, logits: 0 } }],
  ["operators of its own", { ...dense, operators }, {}],
  ["unfused attention", gpt(12, 1024, 8), { flashAttention: false }],
  ["8 bits", dense, { precision: { ...mixed, name: "fp8", scaling: "current", operandBytes: 1 } }],
  ["adapters", dense, { lora: { ...adapters, rank: 16, targets: ["query", "value"] } }],
  ["state on the host", dense, { stateOffload: { optimizer: "host", weights: "none", delayed: false } }],
  ["an update put off", dense, { stateOffload: { optimizer: "host", weights: "none", delayed: true } }],
  ["gradients that wait for the step's end", dense, { gradientScatter: "step", reshardAfter: "backward" }],
  ["weights gathered once, gradients by groups", dense, { gradientScatter: "group", reshardAfter: "step" }],
  [
    "nothing prefetched, gathers of their own",
    dense,
    { prefetch: 0, framework: { ...generic, gatherOverlap: false } },
  ],
  ["replicas' sends that nothing hides", mixture, { overlap: { ...hidden, dp: false } }],
  ["replicas' sends longer than what hides them", dense, { seqLen: 64 }],
  ["tied ends on one stage or two", { ...dense, tiedEmbeddings: true, vocab: 256_000 }, {}],
  ["shards copied", dense, { framework: { ...generic, shardCopies: "all" }, overlap: hidden }],
  ["experts' shards copied", mixture, { framework: { ...generic, shardCopies: "all" } }],
  ["gradients made smaller", dense, { compression: oneBit }],
  ["sends that slow computation", dense, {}, { contention: 1.2, sendContention: 1.2 }],
  ["stages of the model's ends alone", { ...dense, layers: 14 }, { split: "lighter_ends" }],
  ["layers listed by stage", { ...dense, layers: 14 }, { split: [3, 4, 5, 2] }],
  ["experts", mixture, {}],
  ["experts, collectives hidden, a copy a node", mixture, { overlap: hidden, dispatch: "per_node" }],
  ["adapters beside experts", mixture, { lora: { ...adapters, weightBytes: 0.516 } }],
  ["recomputation by operator", dense, { recompute: { kind: "selective", modules: ["ops"] } }],
  ["a recurrent model", hybrid, {}],
  ["some layers recomputed", hybrid, { recompute: { kind: "full", modules: [], layers: 2 } }],
  ["inputs that ranks shard", dense, { recompute: { kind: "full", modules: [], distribute: true } }],
  ["layers recomputed together", hybrid, { recompute: { kind: "full", modules: [], unit: 2 } }],
  [
    "an encoder and a decoder",
    { ...dense, layers: 6, encoder: { layers: 6, attention: null, mlp: null }, tiedEmbeddings: true },
    { encoderSeqLen: 512 },
  ],
];

const boundsOf = (step: StepBound, point: Point): readonly number[] => [
  step.compute(point),
  step.exposed(point),
  step.layers(point),
  step.pipeline(point),
  step.dataParallel(point),
  step.microBatch(point),
  step.allButBubble(point),
];

const all = cases.map(([name, model, change, device = {}]) => [name, model, change, device] as const);
describe.each(all)("what a plan takes is not below what bounds it: %s", (_, model, change, device) => {
  const cluster = selene(4, { ...a100, ...device });
  const base: Scenario = scenario(model, cluster, plan({ ...small, ...change }));
  const candidates = candidatesOf(base, 7, 1_000);
  const space = spaceOf(candidates);
  const step = stepBound(space, base);
  const memory = memoryBound(space, base, step.work);
  const kernels = stageKernels(space, step.work);
  const energy = resultRanges(candidates)("energy.step");
  const random = numbersFrom(11);
  const total = candidates.sizes.reduce((product, size) => product * size, 1);

  test("step, memory and energy of plans picked by chance", () => {
    let compared = 0;
    let sharp = 0;
    let near = 0;
    let close = 0;
    for (let tries = 0; compared < 250 && tries < 200_000; tries++) {
      const point = pointAt(candidates.sizes, Math.floor(random() * total));
      const of = candidates.at(point);
      if ("unmade" in of) continue;
      const answer = estimate(of);
      if (!answer.ok) continue;
      compared++;
      const { time, memory: held, energy: used } = answer.estimate;
      const bounds = [...boundsOf(step, point), time.step.value];
      const where = JSON.stringify(of.plan);
      for (let i = 1; i < bounds.length; i++)
        expect(bounds[i], where).toBeGreaterThanOrEqual((bounds[i - 1] ?? 0) * (1 - 1e-9));
      if ((bounds[2] ?? 0) > 0.5 * time.step.value) sharp++;
      if ((bounds[4] ?? 0) > 0.95 * (bounds[5] ?? 0)) close++;
      // What was worked out of a plan alone is what is remembered of those that share it.
      if (compared % 10 === 0) {
        const alone = spaceOf(candidates);
        const own = stepBound(alone, base);
        expect(boundsOf(own, point), where).toEqual(bounds.slice(0, -1));
        const held = memoryBound(alone, base, own.work);
        expect(held.state(point), where).toEqual(memory.state(point));
      }
      expect(memory.device(point).bytes, where).toBeLessThanOrEqual(held.peak * (1 + 1e-12));
      const host = held.beyond.find(({ place }) => place === "host")?.held.value ?? 0;
      expect(memory.host(point).bytes, where).toBeLessThanOrEqual(host * (1 + 1e-12));
      const busy = kernels(point);
      expect(busy, where).toBeLessThanOrEqual(inKernels(time.step) * (1 + 1e-12));
      const least = energy?.(step.allButBubble(point), busy, 0).least ?? Number.NaN;
      expect(least, where).toBeLessThanOrEqual(used.step);
      if (least > 0.8 * used.step) near++;
    }
    expect(compared).toBeGreaterThan(200);
    // A bound that is never near what it bounds would cut nothing.
    expect(sharp).toBeGreaterThan(compared / 20);
    expect(near).toBeGreaterThan(compared / 5);
    // Adapters of routed experts are looked at with a plan's own work alone.
    expect(close).toBeGreaterThan(change.lora && model.mlp.kind === "moe" ? 0 : compared / 3);
  });
});

test("what replicas send at a step's ends, under every schedule, where it is longer than what hides it", () => {
  const base = scenario(
    llama(32, 2048, 16, 8, 8192, 32_000),
    selene(16),
    plan({ ...small, seqLen: 512, globalBatch: 256, overlap: hidden }),
  );
  const candidates = candidatesOf(base, 7, 1_000);
  const step = stepBound(spaceOf(candidates), base);
  const total = candidates.sizes.reduce((product, size) => product * size, 1);
  const compared = new Set<string>();
  let near = 0;
  for (let place = 0; place < total; place++) {
    const point = pointAt(candidates.sizes, place);
    const of = candidates.at(point);
    if ("unmade" in of) continue;
    const { tp, cp, pp, microBatch, zero, recompute, offload, schedule, vpp } = of.plan;
    if (tp * cp * microBatch > 1 || pp === 1 || zero > 1 || vpp > 2) continue;
    if (recompute.kind !== "none" || offload !== "none") continue;
    const answer = estimate(of);
    if (!answer.ok) continue;
    compared.add(schedule);
    const seconds = answer.estimate.time.step.value;
    expect(step.dataParallel(point), JSON.stringify(of.plan)).toBeLessThanOrEqual(seconds);
    if (step.dataParallel(point) > 0.95 * seconds) near++;
  }
  expect(compared.size).toBe(11);
  expect(near).toBeGreaterThan(20);
});
