import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated } from "../../support/estimated.ts";
import { generic, llama, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const [h, heads, kvHeads, f, layers, s] = [4096, 32, 8, 14_336, 16, 4096];
const node = selene(1);
const hopper = {
  ...node,
  device: { ...node.device, peak: { ...node.device.peak, fp8: 2 * (node.device.peak.bf16 ?? 0) } },
};
const dense = llama(layers, h, heads, kvHeads, f, 128_256);
const compiled = { ...generic, recomputeSkips: "layer_end" as const };
const ops: Plan["recompute"] = { kind: "selective", modules: ["ops"] };
const full: Plan["recompute"] = { kind: "full", modules: [] };
const none: Plan["recompute"] = { kind: "none", modules: [] };

function run(recompute: Plan["recompute"], change: Partial<Plan> = {}, model: Model = dense) {
  const base = { seqLen: s, microBatch: 1, flashAttention: true, framework: compiled };
  return estimated(scenario(model, hopper, plan({ ...base, ...change, recompute })));
}
/** FLOPs of a step beside the model's, per token and layer. */
function again(recompute: Plan["recompute"], change: Partial<Plan> = {}, model?: Model): number {
  const { modelFlops, hardwareFlops } = run(recompute, change, model);
  const { globalBatch, seqLen } = plan({ seqLen: s, ...change });
  return (hardwareFlops - modelFlops) / (globalBatch * seqLen * layers);
}

describe("recomputation by operator, as torchtitan's policy has it", () => {
  test("every second matmul is done again: keys, the output projection, the second matrix of the gate", () => {
    expect(again(none)).toBe(0);
    const width = (kvHeads * h) / heads;
    expect(again(ops)).toBeCloseTo(2 * h * (width + h + f), 0);
  });

  test("a layer keeps its input, queries, values, attention's output and statistics, and the gate's first factor", () => {
    const width = (kvHeads * h) / heads;
    const kept = 2 * s * (h + h + width + h + f) + 4 * heads * s;
    expect(run(ops).memory.layerActivations).toBe(kept);
    expect(run(full).memory.layerActivations).toBe(2 * s * h);
  });

  test("norms of queries and keys read what the projections made, which is kept in place of what they make", () => {
    const normed: Model = {
      ...dense,
      attention: { ...dense.attention, qkNorm: "per_head" } as Model["attention"],
    };
    expect(run(ops, {}, normed).memory.layerActivations).toBe(run(ops).memory.layerActivations);
  });

  test("what a reduce-scatter gave is kept, and the matmul before it is not done again; inputs are gathered again", () => {
    const change = { tp: 8, sequenceParallel: true } as const;
    const sent = run(ops, change).comm.filter(({ what }) => what === "activations, recomputed");
    expect(sent.map(({ op, count }) => [op, count])).toEqual([["all_gather", 2 * layers]]);
  });

  test("in 8 bits no matmul is kept: all but the last are done again, attention is not", () => {
    const fp8 = {
      precision: { ...mixed, name: "fp8", compute: "fp8", scaling: "current", operandBytes: 1 },
    } as const;
    const width = (kvHeads * h) / heads;
    expect(again(ops, fp8)).toBeCloseTo(2 * h * (2 * h + 2 * width + 2 * f), 0);
  });

  test("time and memory lie between those of full recomputation and none", () => {
    const [least, some, most] = [none, ops, full].map((one) => run(one));
    if (!least || !some || !most) throw new Error("no estimate");
    expect(some.time.step.value).toBeGreaterThan(least.time.step.value);
    expect(some.time.step.value).toBeLessThan(most.time.step.value);
    expect(some.memory.activations).toBeLessThan(least.memory.activations);
    expect(some.memory.activations).toBeGreaterThan(most.memory.activations);
  });

  test("beside modules, or of layers whose order of matmuls is not known, it is refused", () => {
    const refused = (model: Model, change: Partial<Plan>) => {
      const found = estimate(scenario(model, selene(1), plan({ recompute: ops, ...change })));
      return found.ok
        ? []
        : found.refusals.map(({ code }) => code).filter((code) => code !== "devices-left-over");
    };
    expect(refused(dense, { recompute: { kind: "selective", modules: ["ops", "mlp"] } })).toEqual([
      "not-modelled",
    ]);
    expect(refused({ ...dense, mtp: 1 }, {})).toEqual(["not-modelled"]);
  });
});
