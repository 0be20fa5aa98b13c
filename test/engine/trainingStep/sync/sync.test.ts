import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Sync } from "../../../../src/engine/scenario/sync.ts";
import { estimated } from "../../support/estimated.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const wan = { count: 8, bytesPerSecond: 1e9 / 8, latencySeconds: 0.02 };
const at = (change: Partial<Plan>, cluster: Partial<Cluster> = {}) =>
  scenario(gpt(8, 2048, 16), selene(8, undefined, cluster), plan({ dp: 64, globalBatch: 256, ...change }));
function of(change: Partial<Plan>, cluster: Partial<Cluster> = {}): Estimate {
  return estimated(at(change, cluster));
}
const local = (steps: number, exchangeBytes = 4): Sync => ({
  kind: "local_sgd",
  islands: 8,
  steps,
  exchangeBytes,
});
const servers = (count: number, bound: number | null = null): Sync => ({
  ...{ kind: "asynchronous", islands: 64, servers: count },
  ...{ serverBytesPerSecond: 25e9, bound },
});
const sent = (e: Estimate, what: string): number =>
  e.comm.filter((one) => one.what === what).reduce((sum, one) => sum + one.bytes * one.count, 0);
const wait = (e: Estimate): number =>
  e.time.step.parts.find(({ name }) => name === "time.stragglers")?.value ?? 0;

describe("local SGD", () => {
  test("over a wide-area network sends a 500th as often, and the step is far shorter", () => {
    const sites = { sites: wan };
    const [all, diloco] = [of({}, sites), of({ sync: local(500), dpShard: 8 }, sites)];
    const B_x = 4 / 2; // changes in fp32, gradients in 16 bits
    expect(sent(all, "gradients") / sent(diloco, "weight changes of the islands")).toBeCloseTo(500 / B_x, 6);
    expect(diloco.time.step.value).toBeLessThan(all.time.step.value / 5);
  });

  test("meeting in every step it is as slow as meeting", () => {
    const [each, never] = [of({ sync: local(1), dpShard: 8 }), of({ sync: local(1e9), dpShard: 8 })];
    expect(each.time.step.value).toBeGreaterThan(never.time.step.value);
    const inside = never.comm.filter(({ what }) => what === "gradients");
    expect(inside.map(({ groupSize }) => groupSize)).toEqual([8]);
  });

  test("a format of half the bytes is half of what is sent", () => {
    const bytes = (b: number): number =>
      sent(of({ sync: local(10, b), dpShard: 8 }), "weight changes of the islands");
    expect(bytes(2)).toBe(bytes(4) / 2);
  });
});

const law: Plan["scalingLaw"] = {
  ...{ name: "chinchilla", own: false, kind: "sum" },
  ...{ irreducible: 1.69, modelScale: 406.4, modelExponent: 0.34, tokenScale: 410.7, tokenExponent: 0.28 },
};

describe("gossip", () => {
  const gossip = (neighbours: number, change: Partial<Sync> = {}): Sync =>
    ({ kind: "gossip", islands: 64, neighbours, steps: 1, exchangeBytes: 4, ...change }) as Sync;
  const weights = "weights to the neighbours";

  test("each neighbour gets all weights, and no collective spans all replicas", () => {
    const [one, two] = [of({ sync: gossip(1), dpShard: 1 }), of({ sync: gossip(2), dpShard: 1 })];
    expect(sent(one, weights)).toBe(4 * one.params.value);
    expect(sent(two, weights)).toBe(2 * sent(one, weights));
    expect(two.time.step.value).toBeGreaterThan(one.time.step.value);
    expect(one.comm.filter(({ op }) => op === "all_reduce" || op === "reduce_scatter")).toEqual([]);
  });

  test("less often and in fewer bytes it sends less", () => {
    const rare = of({ sync: gossip(1, { steps: 10, exchangeBytes: 2 } as Partial<Sync>), dpShard: 1 });
    expect(sent(rare, weights)).toBeCloseTo((2 * rare.params.value) / 10, 3);
  });

  test("a worker waits for its neighbour, not for the slowest of all", () => {
    const jitter = { kind: "normal", sigma: 0.1 } as const;
    const [few, all] = [of({ sync: gossip(1), dpShard: 1 }, { jitter }), of({}, { jitter })];
    expect(wait(few)).toBeGreaterThan(0);
    expect(wait(few)).toBeLessThan(0.5 * wait(all));
  });

  test("what it costs in tokens is not known: no loss, and a target loss is refused", () => {
    const run = { tokens: 1e11, scalingLaw: law };
    const e = of({ sync: gossip(1), dpShard: 1, ...run });
    expect(e.convergence?.loss ?? null).toBeNull();
    expect(of({ sync: local(10), dpShard: 8, ...run }).convergence?.loss).toBeGreaterThan(1);
    const answer = estimate(at({ sync: gossip(1), dpShard: 1, targetLoss: 2.5 }));
    expect(answer.ok ? [] : answer.refusals.map(({ fields }) => fields.join())).toContain(
      "plan.sync,plan.target_loss",
    );
    const many = estimate(at({ sync: gossip(64), dpShard: 1 }));
    expect(many.ok ? [] : many.refusals.map(({ fields }) => fields[0])).toContain("plan.sync.neighbours");
  });
});

describe("asynchronous replicas", () => {
  test("are bound by the servers until there are enough of them", () => {
    const time = (n: number): number => of({ sync: servers(n), dpShard: 1 }).time.step.value;
    expect(time(1)).toBeGreaterThan(1.5 * time(4));
    // 64 devices of 20 GB/s each saturate 51 servers of 25 GB/s.
    expect(time(64)).toBe(time(128));
  });

  test("read weights that the 63 others have changed since", () => {
    expect(of({ sync: servers(8), dpShard: 1 }).staleness).toBe(63);
    expect(of({}).staleness).toBeNull();
  });

  test("wait less the further they may run ahead, and lasting slowness spares the others only without a bound", () => {
    const jitter = { kind: "lognormal", sigma: 0.1 } as const;
    const waits = [0, 3, 15, null].map((bound) =>
      wait(of({ sync: servers(64, bound), dpShard: 1 }, { jitter })),
    );
    expect([...waits].sort((a, b) => b - a)).toEqual(waits);
    const slow = { kind: "slow_devices", share: 0.02, slowdown: 1 } as const;
    const lasting = (bound: number | null): number =>
      wait(of({ sync: servers(64, bound), dpShard: 1 }, { jitter: slow }));
    expect(lasting(15)).toBe(lasting(0));
    expect(lasting(null)).toBeLessThan(lasting(0) / 10);
  });
});

test.each<[string, Partial<Plan>]>([
  ["islands that do not divide the replicas", { sync: { ...local(10), islands: 7 } as Sync, dpShard: 1 }],
  ["state sharded beyond an island", { sync: local(10), zero: 1, dpShard: 64 }],
  ["PipeDream", { sync: local(10), dpShard: 8, schedule: "pipedream" }],
])("%s are refused", (_, change) => {
  expect(estimate(at(change)).ok).toBe(false);
});
