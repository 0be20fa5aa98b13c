import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import { recomputing } from "../../../../src/engine/trainingStep/kernels/recomputed.ts";
import { generic, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const full = { kind: "full", modules: [] } as const;

function run(recomputeSkips: Framework["recomputeSkips"], sequenceParallel = false) {
  const answer = estimate(
    scenario(
      llama(16, 4096, 32, 8, 14_336, 128_256),
      selene(1),
      plan({
        tp: 8,
        seqLen: 4096,
        flashAttention: true,
        sequenceParallel,
        recompute: full,
        framework: { ...generic, recomputeSkips },
      }),
    ),
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  const { time, comm } = answer.estimate;
  const again = comm.filter(({ what }) => what === "activations, recomputed");
  return { step: time.step.value, again };
}

describe("what the recomputation of a layer leaves out", () => {
  test("the last products of its modules", () => {
    const parts = ["mlp", "attention_end", "feed_forward_end"] as const;
    const redone = (recomputeSkips: Framework["recomputeSkips"]) =>
      parts.map(recomputing({ recompute: full, framework: { ...generic, recomputeSkips } }));
    expect(redone("nothing")).toEqual([true, true, true]);
    expect(redone("layer_end")).toEqual([true, true, false]);
    expect(redone("module_ends")).toEqual([true, false, false]);
    const steps = (["nothing", "layer_end", "module_ends"] as const).map((skips) => run(skips).step);
    expect(steps[1]).toBeLessThan(steps[0] ?? 0);
    expect(steps[2]).toBeLessThan(steps[1] ?? 0);
  });
  test("with their collectives, but not the gathers of what goes in", () => {
    const ops = (skips: Framework["recomputeSkips"], sequenceParallel: boolean) =>
      run(skips, sequenceParallel).again.map(({ op, count }) => [op, count]);
    const layers = 16;
    expect(ops("nothing", false)).toEqual([["all_reduce", 2 * layers]]);
    expect(ops("layer_end", false)).toEqual([["all_reduce", layers]]);
    expect(ops("module_ends", false)).toEqual([]);
    expect(ops("module_ends", true)).toEqual([["all_gather", 2 * layers]]);
  });
  test("a plan that recomputes some modules is not concerned", () => {
    const some = { kind: "selective", modules: ["mlp"] } as const;
    const again = recomputing({ recompute: some, framework: { ...generic, recomputeSkips: "module_ends" } });
    expect([again("mlp"), again("feed_forward_end"), again()]).toEqual([true, false, false]);
  });
});
