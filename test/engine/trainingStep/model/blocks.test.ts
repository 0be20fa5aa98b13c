import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import { estimated } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const tp8 = plan({ tp: 8, sequenceParallel: true, globalBatch: 8 });
const base = llama(32, 4096, 32, 8, 14_336, 128_256);
const run = (change: Partial<Model>): Estimate => estimated(scenario({ ...base, ...change }, selene(1), tp8));
const tensorParallelBytes = (change: Partial<Model>): number =>
  run(change)
    .comm.filter(({ dimension, what }) => dimension === "tp" && what.startsWith("activation"))
    .reduce((sum, { bytes, count }) => sum + bytes * count, 0);
const streamBytes = 2 * 2048 * 4096;
const sequential = run({});

describe("a parallel block (arXiv:2204.02311, section 2)", () => {
  const one = { block: "parallel", normsPerLayer: 1 } as const;
  const two = { block: "parallel", normsPerLayer: 2 } as const;

  test("halves what tensor parallelism sends in a layer", () => {
    expect(tensorParallelBytes(one)).toBe(tensorParallelBytes({}) / 2);
  });
  test("keeps the norm's input and output once; a second norm keeps its own output", () => {
    const kept = (change: Partial<Model>) => run(change).memory.layerActivations;
    expect(sequential.memory.layerActivations - kept(one)).toBe((2 * streamBytes) / 8);
    expect(kept(two) - kept(one)).toBe(streamBytes / 8);
  });
  test("has a norm less", () => {
    expect(sequential.params.value - run(one).params.value).toBe(32 * 4096);
  });
  test("is faster", () => {
    expect(run(one).time.step.value).toBeLessThan(sequential.time.step.value);
  });
});

test("norms after the sublayers add gains, time and their inputs", () => {
  const sandwich = run({ normsPerLayer: 4 });
  expect(sandwich.params.value - sequential.params.value).toBe(32 * 2 * 4096);
  expect(sandwich.memory.layerActivations - sequential.memory.layerActivations).toBe((2 * streamBytes) / 8);
  expect(sandwich.time.step.value).toBeGreaterThan(sequential.time.step.value);
});

describe("norms of queries and keys", () => {
  const normed = (qkNorm: "per_head" | "all_heads") =>
    run({ attention: { ...base.attention, qkNorm } as Model["attention"] });

  test.each([
    ["per_head", 2 * 128],
    ["all_heads", 40 * 128],
  ] as const)("%s: %i gains a layer", (kind, gains) => {
    expect(normed(kind).params.value - sequential.params.value).toBe(32 * gains);
  });
  test("their inputs are kept, split by heads", () => {
    const bytes = (2 * 2048 * 40 * 128) / 8;
    expect(normed("per_head").memory.layerActivations - sequential.memory.layerActivations).toBe(bytes);
  });
});
