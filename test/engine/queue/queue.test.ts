import { describe, expect, test } from "vitest";
import { derivations } from "../../../src/engine/core/derivations.ts";
import { numbers } from "../../../src/engine/core/numbers.ts";
import { queueEstimate } from "../../../src/engine/queue/queueEstimate.ts";
import { queueRefusals } from "../../../src/engine/queue/queueRefusals.ts";
import { simulateQueue } from "../../../src/engine/queue/simulateQueue.ts";
import type { Job, Workload } from "../../../src/engine/queue/workload.ts";

const H = 3_600;

/** `nodes` nodes for `hours`, submitted after `at` hours. */
function job(name: string, nodes: number, hours: number, change: Partial<Job> & { at?: number } = {}): Job {
  const { at = 0, ...rest } = change;
  return {
    ...{
      name,
      path: `queue.jobs.${name}`,
      team: "all",
      written: true,
      submitSeconds: at * H,
      devices: nodes * 8,
    },
    ...{
      seconds: hours * H,
      limitSeconds: hours * H,
      priority: 0,
      savedEverySeconds: null,
      restartSeconds: 0,
      failedSeconds: 0,
      isUndisturbed: false,
    },
    ...rest,
  };
}

function queue(jobs: readonly Job[], change: Partial<Workload> = {}): Workload {
  return {
    ...{ name: "queue", cluster: "pod", nodes: 4, devicesPerNode: 8, blockNodes: 4 },
    ...{ order: submitted, backfill: "easy", preemption: "none", placement: "anywhere" },
    ...{ teams: [{ name: "all", quota: null, share: 1 }], halfLifeSeconds: 7 * 24 * H, jobs },
    ...{ failures: null, autoscale: null, price: null, seed: 1 },
    ...change,
  };
}

const multifactor = (weights: object): Workload["order"] => ({
  ...{ kind: "multifactor", age: 0, fairShare: 0, size: 0, priority: 0, maxAgeSeconds: 7 * 24 * H },
  ...weights,
});
const submitted = multifactor({});

/** First starts in hours, by name. */
function starts(workload: Workload): Record<string, number> {
  const run = simulateQueue(workload);
  return Object.fromEntries(run.jobs.map(({ job, start }) => [job.name, start / H]));
}

const estimateOf = (workload: Workload) => queueEstimate(numbers, workload, simulateQueue(workload));

describe("backfill, by hand", () => {
  // Four nodes. `a` has three of them for 4 h; `b` wants all four, so it can begin at 4 h; `c` wants one for 4 h and does not
  // delay `b`, `d` wants one for 5 h and would.
  const a = job("a", 3, 4);
  const b = job("b", 4, 2, { at: 1 });
  const c = job("c", 1, 2, { at: 2 });
  const d = job("d", 1, 5, { at: 1 });

  test("first come, first served: nobody passes the one that waits", () => {
    expect(starts(queue([a, b, c], { backfill: "none" }))).toEqual({ a: 0, b: 4, c: 6 });
  });

  test("EASY: who ends before the first one's reservation may pass", () => {
    expect(starts(queue([a, b, c]))).toEqual({ a: 0, b: 4, c: 2 });
    expect(starts(queue([a, b, d]))).toEqual({ a: 0, b: 4, d: 6 });
  });

  test("EASY: or who takes only nodes that the first one leaves", () => {
    const smaller = job("b", 3, 2, { at: 1 });
    expect(starts(queue([a, smaller, d]))).toEqual({ a: 0, b: 4, d: 1 });
  });

  test("conservative: nobody may delay anybody who came before", () => {
    // `e` may begin at 6 h, after `b`; under EASY `f` takes the node that `e` needs then.
    const jobs = [a, job("b", 2, 2, { at: 1 }), job("e", 4, 1, { at: 1 }), job("f", 1, 9, { at: 1 })];
    expect(starts(queue(jobs))).toEqual({ a: 0, b: 4, e: 10, f: 1 });
    expect(starts(queue(jobs, { backfill: "conservative" }))).toEqual({ a: 0, b: 4, e: 6, f: 7 });
  });

  test("what the scheduler is told decides, not what a job takes", () => {
    const early = job("a", 3, 4, { limitSeconds: 8 * H });
    // `d` would end at 6 h, before 8 h; `b` begins when it can.
    expect(starts(queue([early, b, d]))).toEqual({ a: 0, b: 6, d: 1 });
  });
});

describe("orders", () => {
  const long = job("long", 4, 5, { at: 1 });
  const short = job("short", 4, 1, { at: 2 });
  const first = job("first", 4, 3);

  test("shortest job first", () => {
    expect(starts(queue([first, long, short], { order: { kind: "shortest" } }))).toMatchObject({
      ...{ short: 3, long: 4 },
    });
  });

  test("highest priority first", () => {
    const urgent = { ...short, priority: 1 };
    expect(starts(queue([first, long, urgent], { order: multifactor({ priority: 1 }) }))).toMatchObject({
      ...{ short: 3, long: 4 },
    });
  });

  test("fair share: the team that used less first, in proportion to what it may", () => {
    const teams = ["x", "y"].map((name) => ({ name, quota: null, share: 1 }));
    const jobs = [
      job("x1", 4, 3, { team: "x" }),
      job("x2", 4, 1, { team: "x", at: 1 }),
      job("y1", 4, 1, { team: "y", at: 2 }),
    ];
    const order = multifactor({ fairShare: 1 });
    expect(starts(queue(jobs, { teams, order }))).toEqual({ x1: 0, y1: 3, x2: 4 });
    expect(starts(queue(jobs, { teams }))).toEqual({ x1: 0, x2: 3, y1: 4 });
  });
});

describe("preemption", () => {
  const low = job("low", 4, 10, { savedEverySeconds: 2 * H, restartSeconds: H / 2 });
  const high = job("high", 2, 3, { at: 5, priority: 1 });
  const preempting = { preemption: "lower_priority" } as const;

  test("a job goes back to its last checkpoint, and restarts", () => {
    const workload = queue([low, high], preempting);
    const run = simulateQueue(workload);
    expect(starts(workload)).toEqual({ low: 0, high: 5 });
    // Of five hours one is lost; it goes on at 8 h, and needs half an hour and the other six.
    expect((run.jobs[0]?.end ?? 0) / H).toBe(8 + 0.5 + 6);
    expect(estimateOf(workload)).toMatchObject({ lostWork: 32 * H, preemptions: 1 });
  });

  test("without checkpoints all of it is lost, and said before", () => {
    const workload = queue([{ ...low, savedEverySeconds: null }, high], preempting);
    expect(estimateOf(workload).lostWork).toBe(32 * 5 * H);
    expect(queueRefusals(workload).map(({ code }) => code)).toEqual(["preempted-without-checkpoint"]);
  });

  test("only what is needed is preempted: the lowest, and of equals the latest", () => {
    const jobs = [
      job("early", 2, 9, { savedEverySeconds: H }),
      job("late", 2, 9, { at: 1, savedEverySeconds: H }),
      high,
    ];
    const workload = queue(jobs, preempting);
    const { spans } = simulateQueue(workload);
    expect(spans.filter(({ preempted }) => preempted).map(({ job }) => job.name)).toEqual(["late"]);
  });

  test("equals are left alone", () => {
    expect(starts(queue([low, { ...high, priority: 0 }], preempting))).toEqual({ low: 0, high: 10 });
  });
});

describe("quotas and places", () => {
  test("a team over its quota waits and holds up nobody", () => {
    const teams = [
      { name: "x", quota: 16, share: 1 },
      { name: "y", quota: null, share: 1 },
    ];
    const jobs = [
      job("x1", 2, 4, { team: "x" }),
      job("x2", 1, 1, { team: "x", at: 1 }),
      job("y1", 2, 1, { team: "y", at: 2 }),
    ];
    const workload = queue(jobs, { teams, backfill: "none" });
    expect(starts(workload)).toEqual({ x1: 0, x2: 4, y1: 2 });
    const idle = simulateQueue(workload).idle.filter(({ reason }) => reason === "quota");
    expect(idle.reduce((sum, { from, until, nodes }) => sum + ((until - from) / H) * nodes, 0)).toBe(4);
  });

  test("a job that must be under one leaf waits for it although nodes are free: fragmentation", () => {
    const jobs = [
      job("a", 1, 2, { at: 0 }),
      job("b", 1, 2, { at: 0 }),
      job("c", 1, 1, { at: 0 }),
      job("d", 1, 1, { at: 0 }),
      job("pair", 2, 1, { at: 0.5 }),
    ];
    const spread = { blockNodes: 2 };
    // Best fit fills the first leaf with a and b, the second with c and d.
    expect(starts(queue(jobs, { ...spread, placement: "required" })).pair).toBe(1);
    const apart = [job("c", 1, 1), job("a", 1, 3), job("d", 1, 1), job("b", 1, 3), jobs[4] as Job];
    expect(starts(queue(apart, { ...spread, placement: "preferred" })).pair).toBe(1);
    const waits = queue(apart, { ...spread, placement: "required" });
    expect(starts(waits).pair).toBe(3);
    expect(estimateOf(waits).fragmentation).toBeCloseTo((2 * 2) / (4 * 4), 12);
  });

  test("a job of ten devices takes two nodes, and leaves six devices unused", () => {
    const { deviceTime } = estimateOf(queue([job("odd", 1, 2, { devices: 10 })]));
    const part = (name: string) => deviceTime.parts.find((one) => one.name === `device_time.${name}`)?.value;
    expect(part("work")).toBe(10 * 2 * H);
    expect(part("rounding")).toBe(6 * 2 * H);
    expect(part("empty")).toBe(16 * 2 * H);
  });
});

test("what cannot be served is refused, with its numbers", () => {
  const teams = [{ name: "all", quota: 64, share: 1 }];
  const codes = (jobs: readonly Job[], change: Partial<Workload> = {}) =>
    queueRefusals(queue(jobs, change)).map(({ code, params }) => [code, params]);
  expect(codes([job("big", 5, 1)])).toEqual([
    ["job-exceeds-cluster", { job: "big", wanted: 40, devices: 32 }],
  ]);
  expect(codes([job("a", 1, 1)], { teams })).toEqual([
    ["quota-exceeds-cluster", { team: "all", quota: 64, devices: 32 }],
  ]);
  expect(codes([job("a", 2, 1)], { teams: [{ name: "all", quota: 8, share: 1 }] })).toEqual([
    ["job-exceeds-quota", { job: "a", wanted: 16, team: "all", quota: 8 }],
  ]);
  expect(codes([job("a", 2, 1, { team: "b" })])).toEqual([
    ["unknown-team", { job: "a", team: "b", teams: '"all"' }],
  ]);
  expect(codes([job("a", 2, 2, { limitSeconds: H })])).toEqual([
    ["limit-too-short", { job: "a", limit: H, time: 2 * H }],
  ]);
  expect(codes([])).toEqual([["queue-without-jobs", {}]]);
});

test("numbers and derivations agree", () => {
  const low = job("low", 4, 10, { savedEverySeconds: 2 * H, restartSeconds: H / 2 });
  const workload = queue([low, job("high", 2, 3, { at: 5, priority: 1 })], { preemption: "lower_priority" });
  const run = simulateQueue(workload);
  const explained = queueEstimate(derivations({}), workload, run);
  const plain = queueEstimate(numbers, workload, run);
  for (const name of ["wait", "slowdown", "makespan", "utilisation", "lostWork"] as const)
    expect(explained[name].value).toBe(plain[name]);
});
