import { describe, expect, test } from "vitest";
import { type Answer, estimate, explainScenario } from "../../../../src/engine/answer/answer.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Device } from "../../../../src/engine/scenario/device.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { a100, generic, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const model = llama(32, 4096, 32, 8, 14_336, 128_256);
/** A device of half the speed and half the memory. */
const half: Device = {
  ...a100,
  name: "half",
  peak: Object.fromEntries(
    Object.entries(a100.peak).map(([dtype, rate]) => [dtype, rate / 2]),
  ) as Device["peak"],
  memoryBytesPerSecond: a100.memoryBytesPerSecond / 2,
  memoryBytes: a100.memoryBytes / 2,
  usableBytes: a100.usableBytes / 2,
};
const same: Device = { ...a100, name: "same" };

const mixed = (pools: readonly Cluster[], change: Partial<Cluster> = {}): Cluster => {
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes, 0);
  return selene(nodes, pools[0]?.device, { pools, ...change });
};
const base = (change: Partial<Plan>): Plan =>
  plan({
    ...{ framework: generic, tp: 4, dp: 8, dpShard: 8, zero: 1, globalBatch: 64, numMicroBatches: 8 },
    ...{ microBatch: 1, seqLen: 2048, sequenceParallel: true },
    ...change,
  });
function of(from: Scenario): Extract<Answer, { ok: true }>["estimate"] {
  const answer = estimate(from);
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate;
}
const refused = (from: Scenario): readonly string[] => {
  const answer = estimate(from);
  return answer.ok ? [] : answer.refusals.map(({ code, params }) => `${code} ${params.what ?? ""}`.trim());
};

describe("replicas on pools", () => {
  const two = (second: Device, change: Partial<Plan> = {}, link: Partial<Cluster> = {}) =>
    scenario(model, mixed([selene(2), selene(2, second)], link), base(change));

  test("each pool takes its own step; then all exchange gradients by a ring between pools", () => {
    const whole = of(two(half));
    const alone = (device: Device) =>
      of(scenario(model, selene(2, device), base({ dp: 4, dpShard: 4, globalBatch: 32 })));
    const [fast, slow] = [alone(a100), alone(half)];
    // 2 nodes of 8 NICs at 25 GB/s and 80 %; gradients of all parameters in fp32 or bf16, as the plan says.
    const gradients = whole.params.value * base({}).precision.gradientBytes;
    const exchange = gradients / (2 * 8 * 25e9 * 0.8) + 2 * 2.7e-6;
    expect(whole.time.step.value).toBeCloseTo(slow.time.step.value + exchange, 9);
    expect(whole.pools?.map(({ step }) => step)).toEqual([fast, slow].map(({ time }) => time.step.value));
    const idle = (slow.time.step.value - fast.time.step.value) / whole.time.step.value;
    expect(whole.pools?.[0]?.idle).toBeCloseTo(idle, 9);
    expect(whole.pools?.[1]?.idle).toBeCloseTo(0, 9);
    const sum = whole.time.step.parts.reduce((all, part) => all + part.value, 0);
    expect(sum).toBeCloseTo(whole.time.step.value, 9);
  });

  test("shares in proportion to speed make the pools end together, and the step shorter", () => {
    const place = { kind: "replicas", shares: "proportional" } as const;
    const [equal, shared] = [of(two(half)), of(two(half, { place }))];
    expect(equal.pools?.map(({ microBatches }) => microBatches)).toEqual([8, 8]);
    expect(shared.pools?.map(({ microBatches }) => microBatches)).toEqual([10, 6]);
    expect(shared.time.step.value).toBeLessThan(0.8 * equal.time.step.value);
    const listed = of(two(half, { place: { kind: "replicas", shares: [10, 6] } }));
    expect(listed.time.step.value).toBe(shared.time.step.value);
    // The same samples per step on the same devices: utilisation goes up as the step becomes shorter.
    expect(shared.mfu / equal.mfu).toBeCloseTo(equal.time.step.value / shared.time.step.value, 9);
  });

  test("utilisation is of the mean peak rate", () => {
    const { mfu, modelFlops, time } = of(two(half));
    const peak = 16 * a100.peak.bf16 + 16 * half.peak.bf16;
    expect(mfu).toBeCloseTo(modelFlops / time.step.value / peak, 12);
  });

  test("the fullest device is the one fullest of its own memory", () => {
    const { memory, pools } = of(two(half));
    expect(memory.capacity).toBe(half.usableBytes);
    expect(pools?.map(({ capacity }) => capacity)).toEqual([a100.usableBytes, half.usableBytes]);
  });

  test("a slower link between pools takes its time", () => {
    const link = { bytesPerSecond: 10e9, latencySeconds: 1e-3 };
    const [near, far] = [of(two(half)), of(two(half, {}, { poolLink: link }))];
    const gradients = near.params.value * base({}).precision.gradientBytes;
    const over = (rate: number, latency: number) => gradients / rate + 2 * latency;
    const more = over(10e9, 1e-3) - over(2 * 8 * 25e9 * 0.8, 2.7e-6);
    expect(far.time.step.value - near.time.step.value).toBeCloseTo(more, 9);
  });

  test("devices are paid and powered pool by pool", () => {
    const price = (perDeviceSecond: number): Partial<Cluster> => ({
      price: { kind: "hourly", perDeviceSecond },
    });
    const pools = [selene(2, a100, price(3e-4)), selene(2, same, price(1e-4))];
    const { cost, run, energy } = of(scenario(model, mixed(pools), base({ tokens: 1e9 })));
    expect(cost?.total.value).toBeCloseTo((run?.timeToTrain ?? 0) * 16 * (3e-4 + 1e-4), 6);
    const one = of(scenario(model, selene(2), base({ dp: 4, dpShard: 4, globalBatch: 32 })));
    // The exchange between pools is all that two equal pools add to the step, and it draws less than computing.
    expect(energy.power.value).toBeLessThan(2 * one.energy.power.value);
    expect(energy.power.value).toBeGreaterThan(1.6 * one.energy.power.value);
  });

  test("what is not modelled is refused by name", () => {
    expect(refused(two(half, { zero: 3 }))).toEqual([
      "not-modelled ZeRO 3 with replicas on pools of unlike devices",
    ]);
    expect(refused(two(half, { tp: 32, dp: 1, dpShard: 1, numMicroBatches: 64 }))).toEqual([
      "pool-not-divisible replicas",
      "pool-not-divisible replicas",
    ]);
    expect(refused(two(half, { place: { kind: "replicas", shares: [8, 9] } }))).toEqual([
      "pool-shares-not-batch",
    ]);
    expect(refused(two(half, { globalBatch: 65, numMicroBatches: 65 / 8 }))).toEqual(["batch-not-divisible"]);
  });
});

describe("stages on pools", () => {
  const place = { kind: "stages", counts: null } as const;
  const staged = (pools: readonly Cluster[], change: Partial<Plan> = {}, link: Partial<Cluster> = {}) =>
    scenario(
      model,
      mixed(pools, link),
      base({
        ...{ tp: 8, pp: 4, dp: 1, dpShard: 1, numMicroBatches: 16, globalBatch: 16, place },
        ...change,
      }),
    );

  test("two pools of one device are the machine of that device", () => {
    const whole = of(scenario(model, selene(4), staged([]).plan));
    const pooled = of(staged([selene(2), selene(2, same)]));
    expect(pooled.time.step.value).toBeCloseTo(whole.time.step.value, 12);
    expect(pooled.memory.peak).toBe(whole.memory.peak);
    expect(pooled.memory.stages.map(({ value }) => value)).toEqual(
      whole.memory.stages.map(({ value }) => value),
    );
    // The machine's power is that of its slowest stage, which has the head; the first pool's is of a stage without it.
    const share = pooled.energy.power.value / whole.energy.power.value;
    expect(share).toBeGreaterThan(0.97);
    expect(share).toBeLessThanOrEqual(1);
  });

  test("a slow pool holds the others up, and fewer layers on it balance the pipeline", () => {
    const pools = [selene(2), selene(2, half)];
    const even = of(staged(pools));
    const balanced = of(staged(pools, { split: [11, 11, 5, 5] }));
    expect(even.pools?.map(({ layers }) => layers)).toEqual([
      [8, 8],
      [8, 8],
    ]);
    expect(balanced.pools?.map(({ layers }) => layers)).toEqual([
      [11, 11],
      [5, 5],
    ]);
    expect(even.pools?.[0]?.idle).toBeGreaterThan(0.4);
    expect(balanced.pools?.[0]?.idle).toBeLessThan(even.pools?.[0]?.idle ?? 0);
    expect(balanced.time.step.value).toBeLessThan(0.85 * even.time.step.value);
  });

  test("only the send between pools takes the link", () => {
    const pools = [selene(2), selene(2, same)];
    const slow = { poolLink: { bytesPerSecond: 1e9, latencySeconds: null } };
    const [near, far] = [of(staged(pools)), of(staged(pools, {}, slow))];
    expect(far.time.step.value).toBeGreaterThan(near.time.step.value);
    expect(far.time.stages).toEqual(near.time.stages);
  });

  test("a stage never spans pools", () => {
    expect(refused(staged([selene(1), selene(3)], { pp: 2, dp: 2, dpShard: 2, numMicroBatches: 8 }))).toEqual(
      ["pool-not-divisible stages"],
    );
    expect(refused(staged([selene(2), selene(2)], { place: { kind: "stages", counts: [1, 2] } }))).toEqual([
      "pool-counts",
    ]);
  });
});

test("derivations say what the numbers say", () => {
  const link = { poolLink: { bytesPerSecond: 50e9, latencySeconds: 1e-5 } };
  for (const place of [
    { kind: "replicas", shares: "proportional" },
    { kind: "stages", counts: [1, 1] },
  ] as const) {
    const from = scenario(
      model,
      mixed([selene(2), selene(2, half)], link),
      base({ place, pp: 2, dp: 4, dpShard: 4, numMicroBatches: 16, tokens: 1e9 }),
    );
    const [plain, explained] = [of(from), explainScenario(from)];
    if (!explained.ok) throw new Error("refused");
    expect(explained.estimate.time.step.value.value).toBe(plain.time.step.value);
    expect(explained.estimate.memory.peak.value).toBe(plain.memory.peak);
    expect(explained.estimate.mfu.value).toBe(plain.mfu);
    expect(explained.estimate.energy.power.value.value).toBe(plain.energy.power.value);
    expect(explained.estimate.pools?.map(({ idle }) => idle.value)).toEqual(
      plain.pools?.map(({ idle }) => idle),
    );
  }
});
