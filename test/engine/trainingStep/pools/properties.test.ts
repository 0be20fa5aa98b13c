import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer, estimate } from "../../../../src/engine/answer/answer.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Device } from "../../../../src/engine/scenario/device.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { basisFor } from "../../../../src/uncertainty/uncertainty.ts";
import { runs } from "../../../support/runs.ts";
import { a100, generic, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const model = llama(16, 2048, 16, 8, 5632, 32_000);

/** A device with a multiple of every rate. */
const times = (factor: number, name: string): Device => ({
  ...a100,
  name,
  peak: Object.fromEntries(
    Object.entries(a100.peak).map(([dtype, rate]) => [dtype, factor * rate]),
  ) as Device["peak"],
  memoryBytesPerSecond: factor * a100.memoryBytesPerSecond,
});

interface Drawn {
  readonly pools: readonly { readonly nodes: number; readonly speed: number }[];
  readonly place: Plan["place"];
  readonly rounds: number;
  readonly change: Partial<Plan>;
}

/** A plan whose replicas lie on the drawn pools, a replica on half a node, with `rounds` micro-batches each on average. */
function from({ pools, place, rounds, change }: Drawn): Scenario {
  const made = pools.map(({ nodes, speed }, i) => selene(nodes, times(speed, `device ${i}`)));
  const nodes = pools.reduce((sum, one) => sum + one.nodes, 0);
  const cluster: Cluster = selene(nodes, made[0]?.device, { pools: made });
  const { tp = 4, pp = 1 } = change;
  const dp = (8 * nodes) / tp / pp;
  return scenario(
    model,
    cluster,
    plan({
      ...{ framework: generic, tp, dp, dpShard: dp, zero: 1, seqLen: 2048, microBatch: 1, place },
      ...{ globalBatch: rounds * dp, numMicroBatches: rounds },
      ...change,
    }),
  );
}
function of(drawn: Drawn): Extract<Answer, { ok: true }>["estimate"] {
  const answer = estimate(from(drawn));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate;
}
const step = (drawn: Drawn): number => of(drawn).time.step.value;

const equal: Plan["place"] = { kind: "replicas", shares: "equal" };
const proportional: Plan["place"] = { kind: "replicas", shares: "proportional" };
const drawn: fc.Arbitrary<Drawn> = fc.record({
  pools: fc.array(fc.record({ nodes: fc.constantFrom(1, 2, 4), speed: fc.constantFrom(0.5, 1, 1.3, 2) }), {
    minLength: 2,
    maxLength: 3,
  }),
  place: fc.constantFrom(equal, proportional),
  rounds: fc.integer({ min: 4, max: 20 }),
  change: fc.record({
    zero: fc.constantFrom<Plan["zero"]>(0, 1, 2),
    tp: fc.constantFrom(2, 4),
    pp: fc.constantFrom(1, 2),
    sequenceParallel: fc.boolean(),
  }),
});
const holds = (property: (one: Drawn) => void): void =>
  fc.assert(fc.property(drawn, property), { numRuns: runs(20, 60) });

describe("replicas on pools", () => {
  test("share out the whole batch", () =>
    holds((one) => {
      const { pools } = of(one);
      const sum = pools?.reduce((all, { replicas, microBatches }) => all + replicas * microBatches, 0);
      const { globalBatch, microBatch } = from(one).plan;
      expect(sum).toBe(globalBatch / microBatch);
    }));

  test("take no longer in proportion than equally, until gradients are exchanged", () =>
    holds((one) => {
      const end = (place: Plan["place"]): number =>
        Math.max(...(of({ ...one, place }).pools ?? []).map(({ compute }) => compute));
      expect(end(proportional)).toBeLessThanOrEqual(end(equal) * (1 + 1e-9));
    }));

  test("are the same in any order of pools", () =>
    holds((one) => {
      const [there, back] = [of(one), of({ ...one, pools: one.pools.toReversed() })];
      expect(back.time.step.value / there.time.step.value).toBeCloseTo(1, 12);
      expect(back.memory.peak / back.memory.capacity).toBeCloseTo(
        there.memory.peak / there.memory.capacity,
        12,
      );
      // Where several shares end as early, which of them is taken may depend on the order; the last pool's end does not.
      const ends = (estimate: typeof there) => Math.max(...(estimate.pools ?? []).map((pool) => pool.step));
      expect(ends(back) / ends(there)).toBeCloseTo(1, 12);
    }));

  test("are never slower with a faster pool", () =>
    holds((one) => {
      const faster = (at: number): Drawn => ({
        ...one,
        place: equal,
        pools: one.pools.map((pool, i) => (i === at ? { ...pool, speed: 1.5 * pool.speed } : pool)),
      });
      for (const at of one.pools.keys())
        expect(step(faster(at))).toBeLessThanOrEqual(step({ ...one, place: equal }) * (1 + 1e-9));
    }));

  test("end no later with twice the devices in a pool whose share can be halved", () =>
    holds((one) => {
      const before = of({ ...one, place: proportional });
      before.pools?.forEach(({ microBatches }, at) => {
        if (microBatches % 2 === 1) return;
        const pools = one.pools.map((pool, i) => (i === at ? { ...pool, nodes: 2 * pool.nodes } : pool));
        const own = { ...one, place: proportional, pools };
        // The same batch on more replicas.
        const { globalBatch } = from(one).plan;
        const { dp } = from(own).plan;
        const change = { ...one.change, globalBatch, numMicroBatches: globalBatch / dp };
        const longest = (estimate: typeof before): number =>
          Math.max(...(estimate.pools ?? []).map(({ step }) => step));
        expect(longest(of({ ...own, change }))).toBeLessThanOrEqual(longest(before) * (1 + 1e-9));
      });
    }));

  test("on two halves of a cluster compute and hold what they do on the whole, and reduce gradients in two stages", () => {
    const half = { nodes: 2, speed: 1 };
    const change = { zero: 0, tp: 4, globalBatch: 64, numMicroBatches: 8 } as const;
    const halves = of({ pools: [half, half], place: equal, rounds: 8, change });
    const { cluster, plan: own } = from({ pools: [half, half], place: equal, rounds: 8, change });
    const answer = estimate(scenario(model, { ...cluster, pools: null }, own));
    if (!answer.ok) throw new Error("refused");
    const whole = answer.estimate;
    // State is sharded inside a pool, so that only without ZeRO a device holds the same.
    expect(halves.memory.peak).toBe(whole.memory.peak);
    const part = (one: typeof whole, name: string) =>
      one.time.step.parts.find((each) => each.name === `time.${name}`)?.value;
    for (const name of ["compute", "bubble", "optimizer"]) expect(part(halves, name)).toBe(part(whole, name));
    const reduced = (one: typeof whole) =>
      one.comm.filter(({ dimension }) => dimension === "dp").map(({ groupSize }) => groupSize);
    expect([reduced(whole), reduced(halves)]).toEqual([[8], [4, 2]]);
  });
});

test("the interval covers the devices of all pools", () => {
  const own = from({
    pools: [
      { nodes: 2, speed: 1 },
      { nodes: 2, speed: 2 },
    ],
    ...{ place: equal, rounds: 8, change: {} },
  });
  const pools = (own.cluster.pools ?? []).map((pool, i) => ({
    ...pool,
    device: { ...pool.device, architecture: i === 0 ? "ampere" : "blackwell" },
  }));
  const all = { ...own, cluster: { ...own.cluster, pools } };
  const alone = (i: number): Scenario => ({ ...own, cluster: pools[i] ?? own.cluster });
  for (const of of ["time", "memory"] as const) {
    const [first, second] = [basisFor(of, alone(0), 1e9), basisFor(of, alone(1), 1e9)];
    const both = basisFor(of, all, 1e9);
    expect(first?.ends).not.toEqual(second?.ends);
    expect(both?.ends.low).toBe(Math.min(first?.ends.low ?? 0, second?.ends.low ?? 0));
    expect(both?.ends.high).toBe(Math.max(first?.ends.high ?? 0, second?.ends.high ?? 0));
    expect(both?.phrase).toContain("all pools");
    // The order of pools does not matter.
    const reversed = { ...all, cluster: { ...all.cluster, pools: pools.toReversed() } };
    expect(basisFor(of, reversed, 1e9)?.ends).toEqual(both?.ends);
  }
});
