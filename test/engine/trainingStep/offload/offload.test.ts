import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated as of } from "../../support/estimated.ts";
import { a100, gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const L = 16;
/** The host's memory is no limit: links are (hostShare.test.ts). */
const host = { memoryBytes: 2e12, memoryBytesPerSecond: 1e18, linkDevices: 1, efficiency: 0.5 };
const run = (change: Partial<Plan>, hostBytesPerSecond = a100.hostBytesPerSecond): Estimate =>
  of(
    scenario(
      gpt(L, 2048, 16),
      selene(1, { ...a100, hostBytesPerSecond }, { host }),
      plan({ dp: 8, microBatch: 2, globalBatch: 64, flashAttention: true, ...change }),
    ),
  );
const kept = run({});
const waiting = (e: Estimate) =>
  e.time.step.parts
    .find(({ name }) => name === "time.communication")
    ?.parts.find(({ name }) => name === "time.host")?.value;

describe("activations in the host's memory", () => {
  test("layers that are not copied stay on the device, and two that are on their way", () => {
    const half = run({ offload: "activations", offloadLayers: L / 2 });
    expect(half.memory.activations).toBe(kept.memory.activations / 2);
    expect(half.memory.buffers - kept.memory.buffers).toBe(2 * kept.memory.layerActivations);
    expect(run({ offload: "activations", offloadLayers: null }).memory.activations).toBe(0);
    expect(run({ offload: "activations", offloadLayers: 100 }).memory.activations).toBe(0);
  });

  test("copies cost time only where they take longer than the layers beside them", () => {
    const all = { offload: "activations", offloadLayers: null } as const;
    expect(waiting(run(all, 1e15))).toBe(0);
    expect(run(all, 1e15).time.step.value).toBe(kept.time.step.value);
    // A slow link sets the pace: a layer's bytes out and back for each of 4 micro-batches.
    const slow = run(all, 1e8);
    const copies = 2 * 4 * ((L * kept.memory.layerActivations) / 1e8);
    expect(waiting(slow)).toBeGreaterThan(0.99 * copies - kept.time.step.value);
    expect(waiting(slow)).toBeLessThan(copies);
    expect(slow.time.step.value).toBeGreaterThan(copies);
  });

  test("half of the layers share the copies' time", () => {
    const half = waiting(run({ offload: "activations", offloadLayers: L / 2 }, 1e8)) ?? Number.NaN;
    const all = waiting(run({ offload: "activations", offloadLayers: null }, 1e8)) ?? Number.NaN;
    const copies = 2 * 4 * ((L * kept.memory.layerActivations) / 1e8);
    expect(all - half).toBeCloseTo(copies / 2, 6);
  });
});
