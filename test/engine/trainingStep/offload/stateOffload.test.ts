import { describe, expect, test } from "vitest";
import type { Breakdown } from "../../../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { StateOffload } from "../../../../src/engine/scenario/offload.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated } from "../../support/estimated.ts";
import { a100, gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const model = gpt(16, 2048, 16);
const drives = { count: 4, capacityBytes: 4e12, readBytesPerSecond: 4e9, writeBytesPerSecond: 2e9 };
const host = { memoryBytes: 1e12, memoryBytesPerSecond: 4e11, linkDevices: 1, efficiency: 0.5 };
const run = (change: Partial<Plan>, cluster: Partial<Cluster> = {}, link = a100.hostBytesPerSecond) => {
  return estimated(
    scenario(
      model,
      selene(1, { ...a100, hostBytesPerSecond: link }, { host, drives, ...cluster }),
      plan({ dp: 8, zero: 2, microBatch: 2, globalBatch: 64, ...change }),
    ),
  );
};
const to = (change: Partial<StateOffload>): Partial<Plan> => ({
  stateOffload: { optimizer: "none", weights: "none", delayed: false, ...change },
});
const beyond = (e: Estimate, place: "host" | "nvme"): Breakdown => {
  const found = e.memory.beyond.find((one) => one.place === place);
  if (!found) throw new Error(`nothing on ${place}`);
  return found.held;
};
const time = (e: Estimate, name: string): number => {
  const all = [e.time.step, ...e.time.step.parts, ...e.time.step.parts.flatMap(({ parts }) => parts)];
  return all.find((part) => part.name === `time.${name}`)?.value ?? Number.NaN;
};
const state = ({ memory }: Estimate): number => memory.weights + memory.gradients + memory.optimizer;

describe("state beside the devices", () => {
  test("what leaves the devices is what their node keeps", () => {
    for (const [zero, weights] of [
      [1, "none"],
      [2, "none"],
      [3, "host"],
      [3, "nvme"],
    ] as const) {
      const kept = run({ zero });
      const gone = run({ zero, ...to({ optimizer: "host", weights }) });
      const there = gone.memory.beyond.reduce((sum, { held }) => sum + held.value, 0);
      expect(8 * (state(kept) - state(gone))).toBeCloseTo(there, 0);
    }
  });

  test("gradients go along where they are scattered after every micro-batch", () => {
    const labels = (e: Estimate) => beyond(e, "host").parts.map(({ label }) => label);
    expect(labels(run({ zero: 1, ...to({ optimizer: "host" }) }))).toEqual(["optimizer state"]);
    const two = run({ zero: 2, ...to({ optimizer: "host" }) });
    expect(labels(two)).toEqual(["gradients", "optimizer state"]);
    expect(two.memory.gradients).toBe(0);
    expect(two.memory.optimizer).toBe(0);
  });

  test("nothing is beside the devices where nothing is offloaded", () => {
    expect(run({}).memory.beyond).toEqual([]);
  });

  test("a plan that fills the host does not fit", () => {
    const kept = run(to({ optimizer: "host" }));
    const held = beyond(kept, "host").value;
    const at = (memoryBytes: number | null) =>
      run(to({ optimizer: "host" }), { host: { ...host, memoryBytes } }).memory.stored;
    expect([at(held), at(held * 0.999), at(null)]).toEqual([true, false, true]);
  });

  test("the host's update is bound by the memory that devices share", () => {
    const at = (memoryBytesPerSecond: number) =>
      time(run(to({ optimizer: "host" }), { host: { ...host, memoryBytesPerSecond } }), "optimizer");
    expect(at(1e10)).toBeCloseTo(2 * at(2e10), 9);
    // However fast the memory, the new weights still cross the link.
    const P = run({}).memory.weights / 2;
    expect(at(1e20)).toBeCloseTo((2 * P) / 8 / a100.hostBytesPerSecond, 9);
  });

  test("a delayed update is seen only beyond the next step's passes", () => {
    const slow = { host: { ...host, memoryBytesPerSecond: 1e9 } };
    const late = (delayed: boolean, cluster: Partial<Cluster>) =>
      run(to({ optimizer: "host", delayed }), cluster);
    expect(time(late(true, {}), "optimizer")).toBe(0);
    const [now, later] = [late(false, slow), late(true, slow)];
    const beside = 4 * (now.time.forward + now.time.backward) + time(now, "dp") + time(now, "host");
    expect(time(now, "optimizer") - time(later, "optimizer")).toBeCloseTo(beside, 9);
  });

  test("updates after every micro-batch hide behind the passes of a step once, not each behind all of them", () => {
    const slow = { host: { ...host, memoryBytesPerSecond: 1e9 } };
    const each = (delayed: boolean) =>
      run({ schedule: "pipedream", pp: 2, dp: 4, zero: 0, ...to({ optimizer: "host", delayed }) }, slow);
    const [now, later] = [each(false), each(true)];
    const beside = time(now, "optimizer") - time(later, "optimizer");
    expect(beside).toBeGreaterThan(0);
    expect(beside).toBeLessThanOrEqual(now.time.step.value - time(now, "optimizer") + 1e-9);
  });

  test("weights and gradients that cross a slow link set the pace", () => {
    const fast = run({ zero: 3, ...to({ optimizer: "host", weights: "host" }) }, {}, 1e15);
    expect(time(fast, "host")).toBe(0);
    const slow = run({ zero: 3, ...to({ optimizer: "host", weights: "host" }) }, {}, 1e8);
    const P = run({}).memory.weights / 2;
    // A share in, forward and backward, of each of four micro-batches; gradients go out meanwhile.
    const copies = (4 * (2 + 2) * (P / 8)) / 1e8;
    const passes = 4 * (slow.time.forward + slow.time.backward) + time(slow, "dp");
    expect(time(slow, "host")).toBeCloseTo(copies - passes, 9);
  });

  test("drives are slower than the host's memory, and more of them are faster", () => {
    const plan = { zero: 3, ...to({ optimizer: "nvme", weights: "nvme" }) } as const;
    const step = (count: number) => run(plan, { drives: { ...drives, count } }).time.step.value;
    const inHost = run({ zero: 3, ...to({ optimizer: "host", weights: "host" }) }).time.step.value;
    expect(step(4)).toBeGreaterThan(inHost);
    expect(step(64)).toBeLessThan(step(4));
  });
});
