import { describe, expect, test } from "vitest";
import type { DataEstimate } from "../../../../src/engine/estimate/dataEstimate.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { explainScenario } from "../../../../src/engine/index.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { DataSet } from "../../../../src/engine/scenario/data.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { failing, run, scenarioOf, sharded } from "../run/support/runs.ts";

const plain: DataSet = {
  ...{ tokens: null, idBytes: 2, sampleBytes: 0 },
  ...{ workers: 2, prepareSeconds: 0, cacheBytes: 0 },
};
const at = (set: Partial<DataSet>, plan: Partial<Plan> = {}, cluster: Partial<Cluster> = {}): Estimate =>
  run({ data: { ...plain, ...set }, ...plan }, cluster);
const of = ({ data }: Estimate): DataEstimate => {
  if (!data) throw new Error("no data");
  return data;
};
const without = run({}).time.step.value;

describe("training data", () => {
  test("a plan that names none waits for none", () => {
    expect(run({}).data).toBeNull();
    expect(run({}).time.step.parts.map(({ name }) => name)).not.toContain("time.data");
  });

  test("tokens are two bytes each, and what a sequence has beside them counts once for each", () => {
    const tokens = 2048 * 1e6;
    expect(of(at({ tokens })).size).toBe(2 * tokens);
    expect(of(at({ tokens, sampleBytes: 1e5 })).size).toBe(2 * tokens + 1e6 * 1e5);
    const { batch, required } = of(at({}));
    expect(batch).toBe(64 * 2048 * 2);
    expect(required).toBeCloseTo(batch / without, 6);
  });

  test("text needs some kilobytes a second, and no step waits for it", () => {
    expect(at({}).time.step.value).toBe(without);
  });

  test("a step takes what reading takes where that is longer", () => {
    const storageBytesPerSecond = 1e9;
    const fed = at({ sampleBytes: 1e9 }, {}, { storageBytesPerSecond });
    const reading = (64 * (1e9 + 2 * 2048)) / storageBytesPerSecond;
    expect(fed.time.step.value).toBeCloseTo(reading, 9);
    expect(of(fed).stall).toBeCloseTo(reading - without, 9);
    expect(fed.time.step.parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(reading, 9);
  });

  test("or what preparing takes; twice the workers take half of it", () => {
    const slow = (workers: number) => at({ prepareSeconds: 10, workers }, { dp: 1 });
    expect(of(slow(2)).prepare).toBeCloseTo((64 * 10) / 2, 9);
    expect(slow(2).time.step.value).toBeCloseTo(320, 9);
    expect(of(slow(4)).prepare).toBeCloseTo(160, 9);
  });

  test("a cache that holds all of it leaves the first epoch to be read", () => {
    const tokens = 1e9;
    const cached = (cacheBytes: number, epochs: number) =>
      of(at({ tokens, cacheBytes }, { tokens: tokens * epochs })).cached;
    expect(cached(2e9, 1)).toBe(0);
    expect(cached(2e9, 4)).toBe(0.75);
    // Eight nodes with a sixteenth of it each.
    expect(cached(2e9 / 16, 4)).toBeCloseTo(0.75 / 2, 12);
  });

  test("checkpoints take their share of the storage, and leave half of it at least", () => {
    const left = (storageBytesPerSecond: number, interval: number) => {
      const checkpoint = { ...sharded, async: true, interval };
      const { bandwidth, checkpoints } = of(at({}, { checkpoint }, { ...failing, storageBytesPerSecond }));
      return { checkpoints, share: bandwidth / storageBytesPerSecond };
    };
    const rare = left(1e11, 10_000);
    expect(rare.share).toBeCloseTo(1 - rare.checkpoints, 12);
    expect(rare.checkpoints).toBeGreaterThan(0);
    expect(left(1e9, 60).share).toBe(0.5);
  });

  test("numbers and derivations agree", () => {
    const set = { ...plain, tokens: 1e9, sampleBytes: 1e8, cacheBytes: 1e9, prepareSeconds: 1 };
    const change = { data: set, tokens: 4e9, checkpoint: sharded };
    const answer = explainScenario(scenarioOf(change, failing));
    if (!answer.ok) throw new Error("refused");
    const found = run(change, failing);
    expect(answer.estimate.data?.stall.value).toBe(found.data?.stall);
    expect(answer.estimate.run?.timeToTrain.value).toBe(found.run?.timeToTrain);
  });
});
