import { describe, expect, test } from "vitest";
import { numbers } from "../../src/engine/core/numbers.ts";
import { estimate } from "../../src/engine/index.ts";
import type { Mlp } from "../../src/engine/scenario/mlp.ts";
import type { Model } from "../../src/engine/scenario/model.ts";
import type { Plan } from "../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../src/engine/scenario/scenario.ts";
import { context, type ModelContext } from "../../src/engine/trainingStep/model/layerContext.ts";
import { stageLayouts } from "../../src/engine/trainingStep/model/layout.ts";
import {
  makeMicroBatchWork,
  microBatchFactor,
  microBatchWork,
} from "../../src/engine/trainingStep/step/microBatch.ts";
import { generic, gpt, llama, mixed, plan, scenario, selene } from "./support/scenarios.ts";

const cast = { ...mixed, name: "fp8", scaling: "delayed", operandBytes: 1 } as const;
const layouts: Readonly<Record<string, Partial<Plan>>> = {
  plain: {},
  "tensor and sequence parallel": { tp: 4, sequenceParallel: true, overlap: overlapping(true) },
  "context parallel": { cp: 2 },
  "stages before replicas": { rankOrder: ["tp", "cp", "pp", "dp"] },
  "all recomputed": { recompute: { kind: "full", modules: [] }, flashAttention: false },
  "in 8 bits": { precision: cast, tp: 2 },
  "shards copied": { zero: 3, framework: { ...generic, shardCopies: "all" } },
  offloaded: { offload: "activations", offloadLayers: 2 },
};

function overlapping(tp: boolean): Plan["overlap"] {
  return { dp: true, tp, pp: false, ep: tp, sharedExperts: !tp };
}

const mixture: Mlp = {
  ...{ kind: "moe", experts: 8, shared: 1, sharedDff: 2048, topK: 2, groups: 1, topGroups: 1 },
  ...{ denseLayers: 2, every: 1 },
  expert: { kind: "swiglu", dFf: 2048 },
  dense: { kind: "swiglu", dFf: 8192 },
};
const models: Readonly<Record<string, Model>> = {
  GPT: gpt(8, 2048, 16),
  Llama: llama(8, 2048, 16, 8, 8192, 32_000),
  experts: { ...llama(8, 2048, 16, 8, 8192, 32_000), mlp: mixture },
  hybrid: {
    ...llama(8, 2048, 16, 8, 8192, 32_000),
    recurrent: { kind: "mamba2", heads: 64, dHead: 64, groups: 8, dState: 128, conv: 4, chunk: 128 },
    pattern: [..."M-M*"],
  },
};

const cases = Object.entries(layouts).flatMap(([name, change]) =>
  Object.entries(models).map(([model, data]) => {
    const own = plan({ pp: 2, dp: 4, globalBatch: 64, ep: data.mlp.kind === "moe" ? 4 : 1, ...change });
    const devices = own.tp * own.cp * own.pp * own.dp;
    return {
      name: `${model}, ${name}`,
      of: scenario(data, selene(Math.ceil(devices / 8), undefined, { devices }), own),
    };
  }),
);

const contextOf = (of: Scenario): ModelContext<number> => {
  const found = context(numbers, of, stageLayouts(of.model, of.plan));
  if (!found) throw new Error("the layers do not divide");
  return found;
};
/** A model that no estimate has met. */
const fresh = (of: Scenario): Scenario => ({ ...of, model: structuredClone(of.model) });

describe("what plans have in common", () => {
  test.each(cases)("a layer reads nothing of the layout around it: $name", ({ of }) => {
    const without = microBatchFactor.without(of.plan);
    const blank = { ...of.plan } as Record<string, unknown>;
    for (const field of without) if (typeof blank[field] === "number") blank[field] = Number.NaN;
    // Of the order of ranks the first are read: those that come after are nothing to a layer, as the next test says.
    const blind = new Proxy(of.plan, {
      get(target, field) {
        if (field !== "rankOrder" && without.has(field as keyof Plan))
          throw new Error(`reads plan.${String(field)}`);
        return target[field as keyof Plan];
      },
    });
    const whole = contextOf(fresh(of));
    const blanked = context(numbers, { ...fresh(of), plan: blank as unknown as Plan }, whole.layouts);
    if (!blanked) throw new Error("the layers do not divide");
    const see = { ...blanked.scenario, plan: blind };
    const kinds = blanked.kinds.map((kind) => ({ ...kind, scenario: see }));
    const found = makeMicroBatchWork({ ...blanked, scenario: see, kinds });
    expect(found).toEqual(microBatchWork(whole));
  });

  const next: readonly Partial<Plan>[] = [
    { pp: 4, dp: 2, numMicroBatches: 32 },
    { pp: 1, dp: 8, numMicroBatches: 8 },
    { zero: 1 },
    { zero: 3 },
    { tp: 2, dp: 2, numMicroBatches: 32 },
    { microBatch: 2, numMicroBatches: 8 },
    { seqLen: 4096 },
    { schedule: "gpipe" },
    { vpp: 2, schedule: "interleaved_1f1b" },
    { flashAttention: false },
    { recompute: { kind: "selective", modules: ["mlp"] } },
    { recompute: { kind: "selective", modules: ["ops"] } },
    { precision: { ...mixed, gradientBytes: 4 } },
    { overlap: overlapping(true) },
    { globalBatch: 128, numMicroBatches: 32 },
    { optimizer: "sgd" },
    { rankOrder: ["tp", "cp", "pp", "dp"] },
    { rankOrder: ["tp", "cp", "pp", "dp"], pp: 4, dp: 2, numMicroBatches: 32 },
    { rankOrder: ["dp", "tp", "cp", "pp"] },
  ];
  test.each(cases)("an estimate does not depend on those before it: $name", ({ of }) => {
    const model: Model = structuredClone(of.model);
    for (let round = 0; round < 2; round++)
      for (const change of next) {
        const one = { ...of, model, plan: { ...of.plan, ...change } };
        expect(JSON.stringify(estimate(one))).toBe(JSON.stringify(estimate(fresh(one))));
      }
  });
});
