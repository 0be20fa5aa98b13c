import { describe, expect, test } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import type { Sparsity } from "../../../../src/engine/scenario/sparsity.ts";
import { layerOperators } from "../../../../src/engine/trainingStep/compute/operators.ts";
import { context } from "../../../../src/engine/trainingStep/model/layerContext.ts";
import { stageLayouts } from "../../../../src/engine/trainingStep/model/layout.ts";
import { estimated } from "../../support/estimated.ts";
import { a100, adapters, gpt, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const device = { ...a100, architecture: "ampere" };
const precision = { ...mixed, name: "bf16", compute: "bf16" } as const;
const pruned: Sparsity = { speedup: 1.6, prunesGradients: false };
const at = (
  change: Partial<Plan>,
  model: Model = gpt(24, 1024, 16, { dropout: false }),
  on = device,
): Scenario =>
  scenario(
    model,
    selene(1, on, { devices: 8 }),
    plan({ dp: 8, seqLen: 256, microBatch: 64, globalBatch: 512, precision, ...change }),
  );
const of = (change: Partial<Plan>): Estimate => estimated(at(change));

/** Seconds of a layer's feed-forward matmuls, forward and backward, and of pruning. */
function feedForward(change: Partial<Plan>): number {
  const on = at(change);
  const ctx = context(numbers, on, stageLayouts(on.model, on.plan) ?? []);
  const [kind] = ctx.kinds;
  if (!kind) throw new Error("no layers");
  return layerOperators(kind)
    .filter(({ label }) => /of the MLP$|pruning/.test(label))
    .reduce((sum, { forward, backward }) => sum + forward + backward, 0);
}

describe("2:4 sparse feed-forwards", () => {
  test("forward and backward of ViT-L's MLP on A100 are some 1.3 times as fast as dense", () => {
    // pytorch.org/blog/accelerating-neural-network-training: 1.3 for the linear layers, 6 % of the step's time.
    const gain = feedForward({}) / feedForward({ sparsity: pruned });
    expect(gain).toBeGreaterThan(1.2);
    expect(gain).toBeLessThan(1.4);
    const step = of({}).time.step.value / of({ sparsity: pruned }).time.step.value;
    expect(step).toBeGreaterThan(1.03);
    expect(step).toBeLessThan(gain);
  });

  test("pruned gradients make the third matmul sparse too", () => {
    const third = feedForward({ sparsity: { ...pruned, prunesGradients: true } });
    expect(third).toBeLessThan(feedForward({ sparsity: pruned }));
    expect(feedForward({ sparsity: { speedup: 1, prunesGradients: false } })).toBeGreaterThan(
      feedForward({}),
    );
  });

  test("compressed weights are saved for the backward pass", () => {
    const more = of({ sparsity: pruned }).memory.layerActivations - of({}).memory.layerActivations;
    expect(more).toBeCloseTo((9 / 16) * 2 * 8 * 1024 * 1024, 3);
  });

  test("model FLOPs, parameters and weights are the dense model's", () => {
    const [dense, sparse] = [of({}), of({ sparsity: pruned })];
    expect(sparse.params.value).toBe(dense.params.value);
    expect(sparse.memory.weights).toBe(dense.memory.weights);
    expect(sparse.mfu * sparse.time.step.value).toBeCloseTo(dense.mfu * dense.time.step.value, 9);
  });

  test.each<[string, Scenario]>([
    ["cluster.device", at({ sparsity: pruned }, undefined, { ...a100, architecture: "volta" })],
    ["plan.precision", at({ sparsity: pruned, precision: { ...precision, name: "fp32", compute: "fp32" } })],
    ["plan.finetune", at({ sparsity: pruned, lora: adapters })],
    ["plan.target_loss", at({ sparsity: pruned, targetLoss: 2.5 })],
  ])("refused: %s", (field, on) => {
    const answer = estimate(on);
    expect(answer.ok ? [] : answer.refusals.flatMap(({ fields }) => fields)).toContain(field);
  });
});
