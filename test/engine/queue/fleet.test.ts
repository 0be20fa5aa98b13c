import { describe, expect, test } from "vitest";
import { numbers } from "../../../src/engine/core/numbers.ts";
import { renewalGoodput } from "../../../src/engine/formulas/run/goodput.ts";
import { type QueueEstimate, queueEstimate } from "../../../src/engine/queue/queueEstimate.ts";
import { queueRefusals } from "../../../src/engine/queue/queueRefusals.ts";
import { simulateQueue } from "../../../src/engine/queue/simulateQueue.ts";
import type { Job, Workload } from "../../../src/engine/queue/workload.ts";

const MIN = 60;
const H = 3_600;

const job = (name: string, nodes: number, hours: number, change: Partial<Job> = {}): Job => ({
  ...{ name, path: `queue.jobs.${name}`, team: "all", written: true, submitSeconds: 0, devices: nodes * 8 },
  ...{ seconds: hours * H, limitSeconds: hours * H, priority: 0, savedEverySeconds: null },
  ...{ restartSeconds: 0, failedSeconds: 0, isUndisturbed: false },
  ...change,
});
const queue = (jobs: readonly Job[], change: Partial<Workload> = {}): Workload => ({
  ...{ name: "queue", cluster: "pod", nodes: 4, devicesPerNode: 8, blockNodes: 4 },
  order: { kind: "multifactor", age: 0, fairShare: 0, size: 0, priority: 0, maxAgeSeconds: H },
  ...{ backfill: "easy", preemption: "none", placement: "anywhere" },
  ...{ teams: [{ name: "all", quota: null, share: 1 }], halfLifeSeconds: H, jobs },
  ...{ failures: null, autoscale: null, price: null, seed: 1 },
  ...change,
});
const run = (workload: Workload): QueueEstimate => queueEstimate(numbers, workload, simulateQueue(workload));
const part = ({ deviceTime }: QueueEstimate, name: string): number =>
  (deviceTime.parts.find((one) => one.name === `device_time.${name}`)?.value ?? 0) / 8 / MIN;

describe("nodes are rented when jobs need them", () => {
  const autoscale = { least: 0, provisionSeconds: 10 * MIN, releaseSeconds: 20 * MIN };
  // Two nodes start for ten minutes, run for an hour, wait for twenty minutes and are given back. The second job comes
  // three hours later and orders one again.
  const two = queue([job("a", 2, 1), job("b", 1, 1, { submitSeconds: 3 * H })], { autoscale });

  test("a job waits for its nodes, and idle nodes are paid for until they are given back", () => {
    const made = run(two);
    expect(made.wait).toBeCloseTo(10 * MIN, 6);
    expect(part(made, "starting")).toBeCloseTo(2 * 10 + 10, 6);
    expect(part(made, "work")).toBeCloseTo(2 * 60 + 60, 6);
    expect(part(made, "empty")).toBeCloseTo(2 * 20, 6);
    expect(made.deviceTime.value / 8 / MIN).toBeCloseTo(30 + 180 + 40, 6);
    expect(made.utilisation).toBeCloseTo(180 / 250, 9);
    expect(made.rentedNodes).toBeCloseTo(250 / (3 * 60 + 70), 9);
  });

  test("nodes that are always rented start jobs at once and cost more", () => {
    const kept = run({ ...two, autoscale: { ...autoscale, least: 2 } });
    expect(kept.wait).toBe(0);
    expect(kept.deviceTime.value / 8 / MIN).toBeCloseTo(2 * 240, 6);
  });

  test("a node that is still there when the next job comes is not ordered again", () => {
    const soon = run({ ...two, jobs: [job("a", 2, 1), job("b", 1, 1, { submitSeconds: 85 * MIN })] });
    expect(part(soon, "starting")).toBeCloseTo(20, 6);
    expect(soon.longestWait).toBeCloseTo(10 * MIN, 6);
  });

  test("the largest number of nodes is a limit", () => {
    const many = [1, 2, 3, 4, 5, 6].map((i) => job(`j${i}`, 1, 1));
    const made = run(queue(many, { autoscale }));
    expect(made.makespan).toBeCloseTo(2 * H + 10 * MIN, 6);
  });

  test("what it costs is the rented device time", () => {
    const price = { path: "queue.cluster.price", perDeviceSecond: 2 / H };
    const made = run({ ...two, price });
    expect(made.cost).toBeCloseTo((2 * made.deviceTime.value) / H, 6);
    expect(run(two).cost).toBeNull();
  });

  test("without delays and with nodes that go at once, all rented time is work", () => {
    const made = run({ ...two, autoscale: { least: 0, provisionSeconds: 0, releaseSeconds: 0 } });
    expect(made.utilisation).toBeCloseTo(1, 9);
    expect(made.wait).toBeCloseTo(0, 6);
  });
});

describe("nodes fail", () => {
  const perSecond = 1 / (40 * H);
  const failing = { perSecond, takesNode: 1, repairSeconds: 0 };
  /** A job on four nodes that fails every ten hours. */
  const one = job("a", 4, 100, { savedEverySeconds: 2 * H, failedSeconds: 0.5 * H });

  test("one job takes the time of the closed form (Daly, FGCS 2006, eq. 20) within three standard errors", () => {
    const times = Array.from(
      { length: 400 },
      (_, seed) => run(queue([one], { failures: failing, seed: seed + 1 })).makespan,
    );
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1);
    const g = renewalGoodput.evaluate({ tau_i: 2 * H, M_c: 10 * H, R_s: 0.5 * H, D_w: 0, C_k: 0 });
    expect(Math.abs(mean - one.seconds / g)).toBeLessThan(3 * Math.sqrt(variance / times.length));
  });

  test("failures that stop the job alone need no repair, others do", () => {
    const slow = { ...failing, repairSeconds: 24 * H };
    const taken = run(queue([one], { failures: slow }));
    const soft = run(queue([one], { failures: { ...slow, takesNode: 0 } }));
    expect(part(taken, "repair")).toBeGreaterThan(0);
    expect(taken.makespan).toBeGreaterThan(soft.makespan);
    expect(part(soft, "repair")).toBe(0);
  });

  test("a spare node replaces a broken one: the job does not wait for the repair", () => {
    const slow = { ...failing, repairSeconds: 24 * H };
    const spare = run(queue([one], { failures: slow, nodes: 8 }));
    expect(spare.makespan).toBeLessThan(run(queue([one], { failures: slow })).makespan);
  });

  test("lost work, restarts and goodput add up", () => {
    const made = run(queue([one], { failures: failing }));
    expect(made.failures).toBeGreaterThan(0);
    expect(made.preemptions).toBe(0);
    const held = part(made, "work") + part(made, "lost") + part(made, "restarts");
    expect(made.goodput).toBeCloseTo(part(made, "work") / held, 9);
    expect(made.deviceTime.value).toBeCloseTo(32 * made.makespan, 3);
  });

  test("equal seeds fail alike, others do not", () => {
    const ends = (seed: number): number => run(queue([one], { failures: failing, seed })).makespan;
    expect(ends(3)).toBe(ends(3));
    expect(ends(4)).not.toBe(ends(3));
  });

  test("a rate of zero changes nothing", () => {
    const none = simulateQueue(queue([one, job("b", 2, 3)], { failures: { ...failing, perSecond: 0 } }));
    expect(none).toEqual(simulateQueue(queue([one, job("b", 2, 3)])));
  });

  test("a job that nearly never reaches a checkpoint is refused", () => {
    const unsaved = job("a", 4, 100);
    const codes = (of: Job): readonly string[] =>
      queueRefusals(queue([of], { failures: failing })).map(({ code }) => code);
    expect(codes(unsaved)).toEqual(["job-never-finishes"]);
    expect(codes(one)).toEqual([]);
  });
});
