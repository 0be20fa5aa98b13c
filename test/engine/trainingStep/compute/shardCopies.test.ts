import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { adapters, generic, gpt, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const [L, h] = [8, 8192];
const bf16 = { ...mixed, compute: "bf16" } as const;
/** All matrices of the layers and the head. */
const matrices = 12 * L * h * h + 51_200 * h;

/** Seconds of a micro-batch on one node, forward and backward. */
function pass(shardCopies: Framework["shardCopies"], change: Partial<Plan> = {}): number {
  const answer = estimate(
    scenario(
      gpt(L, h, 64),
      selene(1),
      plan({
        ...{ dp: 8, zero: 3, globalBatch: 16, precision: bf16, overlap: overlapping },
        framework: { ...generic, shardCopies },
        ...change,
      }),
    ),
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  const { forward, backward } = answer.estimate.time;
  return forward + backward;
}
const overlapping: Plan["overlap"] = { dp: false, tp: false, pp: false, ep: false, sharedExperts: false };

/** Bytes a parameter and micro-batch that the copies take at the memory's rate. */
const bytes = (shardCopies: Framework["shardCopies"], change: Partial<Plan> = {}): number =>
  ((pass(shardCopies, change) - pass("nothing", change)) * 2.039e12 * 0.8) / matrices;

describe("what FSDP copies between parameters and the buffers of its collectives", () => {
  test("gradients are read and written once, weights twice", () => {
    expect(bytes("gradients")).toBeCloseTo(4, 1);
    expect(bytes("all")).toBeCloseTo(12, 1);
  });
  test("gradients are written as they are sent, weights read as they are gathered", () => {
    expect(bytes("gradients", { precision: { ...bf16, reduceBytes: 4 } })).toBeCloseTo(6, 1);
    expect(bytes("all", { precision: { ...bf16, gatherBytes: 1 } })).toBeCloseTo(8, 1);
  });
  test("weights that stay gathered for backward are copied once a micro-batch, those that stay for the step never", () => {
    expect(bytes("all", { reshardAfter: "backward" })).toBeCloseTo(8, 1);
    expect(bytes("all", { reshardAfter: "step" })).toBeCloseTo(4, 1);
    expect(bytes("all", { reshardAfter: "step", gradientScatter: "step" })).toBe(0);
  });
  test("adapters have no gradients to speak of; without shards nothing is copied", () => {
    expect(bytes("gradients", { lora: adapters })).toBe(0);
    expect(bytes("all", { zero: 2 })).toBeCloseTo(4, 1);
    expect(bytes("all", { zero: 1 })).toBe(0);
    expect(bytes("all", { dp: 1, dpShard: 1, tp: 8, globalBatch: 2 })).toBe(0);
  });
});
