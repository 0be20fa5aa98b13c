import { describe, expect, test } from "vitest";
import type { Component, Failures } from "../../../../src/engine/scenario/failures.ts";
import { failing, run, sharded } from "./support/runs.ts";

const none: Readonly<Record<Component, number>> = {
  ...{ gpu: 0, hbm: 0, sdc: 0, host: 0, nic: 0 },
  ...{ cable: 0, switch: 0, software: 0, other: 0 },
};
const YEAR = 365.25 * 86_400;
const annual = (rates: Partial<Record<Component, number>>): Failures => ({
  kind: "annual",
  rates: { ...none, ...rates },
});
/** 64 devices, 8 nodes of 8 adapters. */
const rateOf = (failures: Failures): number => run({}, { failures }).reliability?.rate ?? 0;

describe("failures", () => {
  test.each<[Component, number]>([
    ["gpu", 64],
    ["hbm", 64],
    ["sdc", 64],
    ["host", 8],
    ["nic", 64],
    ["cable", 128],
    ["switch", 3],
    ["software", 1],
  ])("a year's rate of one %s counts %i times", (name, parts) => {
    expect(rateOf(annual({ [name]: 0.5 })) * YEAR).toBeCloseTo(0.5 * parts, 10);
  });

  test("what a fleet saw grows with the devices, and adds up", () => {
    const counts = { ...none, gpu: 30, software: 10 };
    const fleet: Failures = { kind: "observed", devices: 640, periodSeconds: 1e6, counts };
    const found = run({}, { failures: fleet }).reliability;
    expect((found?.rate ?? 0) * 1e6).toBeCloseTo(4, 10);
    expect(found?.kinds.map(({ name }) => name)).toEqual(["gpu", "software"]);
    expect((found?.nodeRate ?? 0) * 1e6).toBeCloseTo(3, 10);
  });

  test("where nothing fails there is nothing to say", () => {
    expect(run({}, { failures: annual({}) }).reliability).toBeNull();
  });

  test("what loses the checkpoints in memory depends on the copies", () => {
    const failures = annual({ gpu: 0.1, sdc: 0.1, software: 6.4 });
    const lost = (replicas: number): number | undefined =>
      run(
        { checkpoint: { ...sharded, to: "memory", async: true, replicas, persistSeconds: 1e4 } },
        { failures },
      ).reliability?.lost;
    expect(lost(1)).toBeCloseTo(2 / 3, 10);
    expect(lost(2)).toBeCloseTo(1 / 3, 10);
  });
});

describe("checkpoints", () => {
  const of = (change: object, plan: object = {}, cluster: object = {}) =>
    run({ checkpoint: { ...sharded, ...change }, ...plan }, { ...failing, ...cluster }).checkpoint;

  test("one device saves what its replicas do not; the first replica writes all of it all of it", () => {
    const [shared, first] = [of({}), of({ writers: "first" })];
    expect(shared?.size).toBe(first?.size);
    expect(shared?.perDevice).toBeLessThanOrEqual(first?.perDevice ?? 0);
    // Eight of the 64 devices hold different parts, the padded last one a little more than an eighth.
    expect((shared?.perDevice ?? 0) * 64).toBeGreaterThanOrEqual(shared?.size ?? Number.POSITIVE_INFINITY);
  });

  test("an asynchronous one stops training for the copy to the host alone", () => {
    const [waits, goesOn] = [of({}), of({ async: true })];
    expect(goesOn?.blocking).toBeLessThan(waits?.blocking ?? 0);
    expect(goesOn?.unsafe).toBe(waits?.blocking);
    expect(waits?.unsafe).toBe(0);
  });

  test("increments write less, and take longer to load", () => {
    const [full, increments] = [of({}), of({ changed: 0.1, fullEvery: 10 })];
    expect((increments?.blocking ?? 0) / (full?.blocking ?? 1)).toBeCloseTo(0.19, 10);
    expect((increments?.load ?? 0) / (full?.load ?? 1)).toBeCloseTo(1.45, 10);
  });

  test("under LoRA the adapters alone are saved, and the frozen weights are loaded too", () => {
    const lora = { rank: 8, targets: ["query"], weightBytes: null, asOperands: false } as const;
    const [all, adapters] = [of({}), of({}, { lora })];
    expect(adapters?.size).toBeLessThan(0.01 * (all?.size ?? 0));
    expect(adapters?.perDevice).toBeLessThan(0.01 * (all?.perDevice ?? 0));
    expect(adapters?.load).toBeGreaterThan(0.1 * (all?.load ?? 0));
  });

  test("to drives of the nodes: as fast as they are", () => {
    const drives = { count: 2, capacityBytes: 1e12, readBytesPerSecond: 4e9, writeBytesPerSecond: 2e9 };
    const local = of({ to: "local" }, {}, { drives });
    expect(local?.blocking).toBeCloseTo(((local?.perDevice ?? 0) * 8) / 4e9, 10);
  });
});

describe("elastic runs and spot capacity", () => {
  const plan = { tokens: 1e10, checkpoint: sharded };
  const scarce = { ...failing, spares: 0, repairSeconds: 5_000 };

  test("shrinking beats waiting, and a smaller batch beats a kept one", () => {
    const goodput = (elastic: { readonly batch: "kept" | "smaller" } | null): number =>
      run({ ...plan, dp: 8, tp: 8, pp: 1, globalBatch: 64, numMicroBatches: 8, elastic }, scarce).goodput
        ?.total ?? 0;
    expect(goodput({ batch: "smaller" })).toBeGreaterThan(goodput({ batch: "kept" }));
    expect(goodput({ batch: "kept" })).toBeGreaterThan(goodput(null));
  });

  test("notice enough to save a checkpoint saves the work", () => {
    const spot = {
      pricePerDeviceSecond: 1,
      mtbfSeconds: 1e5,
      per: "node" as const,
      waitSeconds: 60,
      noticeSeconds: 1e3,
    };
    const noticed = run(plan, { ...failing, spot });
    const sudden = run(plan, { ...failing, spot: { ...spot, noticeSeconds: 0 } });
    expect(noticed.goodput?.preempted).toBeGreaterThan(0);
    expect(sudden.goodput?.preempted).toBe(0);
    expect(sudden.reliability?.kinds.map(({ name }) => name)).toContain("preemption");
  });
});

test("capacity is taken back as often per node on N nodes as N times seldomer per cluster", () => {
  const spot = { pricePerDeviceSecond: 1, mtbfSeconds: 8e5, waitSeconds: 60, noticeSeconds: 0 };
  const rate = (change: { per: "node" | "cluster"; mtbfSeconds?: number }): number =>
    run({ checkpoint: sharded }, { spot: { ...spot, ...change } }).reliability?.rate ?? 0;
  expect(rate({ per: "node" })).toBe(8 / 8e5);
  expect(rate({ per: "cluster" })).toBe(1 / 8e5);
  expect(rate({ per: "cluster", mtbfSeconds: 1e5 })).toBe(rate({ per: "node" }));
});

describe("a checkpoint's stall and its budget", () => {
  const llama = { ...sharded, async: true };
  test("stops training for at least the stall, and the best interval grows with it", () => {
    const of = (stallSeconds: number) => run({ checkpoint: { ...llama, stallSeconds } }, failing);
    const [none, half] = [of(0), of(0.5)];
    expect(half.checkpoint?.blocking).toBeCloseTo((none.checkpoint?.blocking ?? 0) + 0.5, 12);
    expect(half.goodput?.interval).toBeGreaterThan(none.goodput?.interval ?? 0);
    expect(half.goodput?.total).toBeLessThan(none.goodput?.total ?? 0);
  });

  test("a rule keeps writes within their share of the storage's time; an interval as given stays", () => {
    const of = (interval: "optimal" | number, storageShare: number) =>
      run({ checkpoint: { ...llama, interval, storageShare } }, { ...failing, storageBytesPerSecond: 1e11 });
    const { checkpoint, goodput } = of("optimal", 0.01);
    expect(goodput?.interval).toBeCloseTo((checkpoint?.unsafe ?? 0) / 0.01, 6);
    expect(of(3_600, 0.01).goodput?.interval).toBe(3_600);
    // It exceeds its budget rather than saving less often than it fails.
    expect(of("optimal", 1e-6).goodput?.interval).toBe(10_000);
  });
});

describe("recovery by the part that failed", () => {
  const each = (otherwise: number, other: Partial<Record<Component, number>> = {}) =>
    ({
      ...Object.fromEntries(Object.keys(none).map((name) => [name, otherwise])),
      ...other,
      otherwise,
    }) as Readonly<Record<Component | "otherwise", number>>;
  const staged = (detectionSeconds: number | ReturnType<typeof each>) => ({
    ...({ kind: "staged", detectionSeconds, replacementSeconds: 0 } as const),
    ...{ launchSeconds: 300, warmUpSeconds: 0 },
  });
  const failures: Failures = {
    ...{ kind: "observed", devices: 64, periodSeconds: 1e6 },
    counts: { ...none, gpu: 90, sdc: 10 },
  };
  const of = (detection: Parameters<typeof staged>[0], more: object = {}) =>
    run({ checkpoint: sharded }, { failures, recovery: staged(detection), ...more }).goodput;

  test("is as one time where all have the same and none goes unseen", () => {
    const seen = { failures: { ...failures, counts: { ...none, gpu: 90, switch: 10 } } };
    const [one, many] = [of(600, seen), of(each(600), seen)];
    expect(many?.recovery.total).toBeCloseTo(one?.recovery.total ?? 0, 8);
    expect(many?.total).toBeCloseTo(one?.total ?? 0, 10);
    expect(one?.recovery.kinds).toBeNull();
  });

  test("corrupted data that is found late costs more than its share of the mean", () => {
    const found = of(each(60, { sdc: 20_000 }));
    const load = (found?.recovery.mean ?? 0) - 0.9 * 60 - 0.1 * 20_000 - 300;
    const kind = (unseen: number, rest: number) => ({
      unseen,
      rest: expect.closeTo(rest, 6),
      total: expect.closeTo(unseen + rest, 6),
    });
    expect(found?.recovery.kinds).toEqual([kind(0, 60 + 300 + load), kind(20_000, 300 + load)]);
    expect(found?.total).toBeLessThan(of(60)?.total ?? 0);
  });

  test("a stop that was planned waits for no detection", () => {
    const foreseen = (detection: number) => {
      const found = of(detection)?.recovery;
      return [found?.planned, found?.announced];
    };
    expect(foreseen(6_000)).toEqual(foreseen(6));
    const recovery = { ...staged(60), replacementSeconds: 120 };
    const found = of(60, { recovery })?.recovery;
    expect((found?.announced ?? 0) - (found?.planned ?? 0)).toBeCloseTo(120, 9);
    expect((found?.total ?? 0) - (found?.announced ?? 0)).toBeCloseTo(60, 9);
  });

  test("repairs take as long as those of the parts that take nodes out", () => {
    const waiting = (repairSeconds: number | ReturnType<typeof each>) =>
      of(60, { repairSeconds, spares: 1 })?.inRepair;
    expect(waiting(each(1e4))).toBeCloseTo(waiting(1e4) ?? 0, 10);
    expect(waiting(each(1e4, { sdc: 0 }))).toBeCloseTo(0.9 * (waiting(1e4) ?? 0), 10);
  });
});

test("reclaimed nodes without notice wait for capacity; those of other failures do not", () => {
  const spot = {
    pricePerDeviceSecond: 1,
    mtbfSeconds: 1e6,
    per: "node" as const,
    noticeSeconds: 0,
    waitSeconds: 900,
  };
  const failures: Failures = { kind: "poisson", mtbfDeviceSeconds: 64 * 1e6 };
  const of = (waitSeconds: number) =>
    run({ checkpoint: sharded }, { failures, spot: { ...spot, waitSeconds } });
  const found = of(900);
  const names = found.reliability?.kinds.map(({ name }) => name);
  expect(names).toEqual(["preemption", "device"]);
  expect(found.goodput?.recovery.kinds?.map(({ total }) => total)).toEqual([900 + 600, 600]);
  expect(found.goodput?.total).toBeLessThan(of(0).goodput?.total ?? 0);
});
