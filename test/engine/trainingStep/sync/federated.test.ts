import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Sync } from "../../../../src/engine/scenario/sync.ts";
import { estimated } from "../../support/estimated.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

type Federated = Extract<Sync, { readonly kind: "federated" }>;
const rounds = (change: Partial<Federated> = {}): Federated => ({
  ...{ kind: "federated", islands: 8, steps: 100, exchangeBytes: 4, participation: 1, dropout: 0 },
  ...{ serverBytesPerSecond: 1e9, clientBytesPerSecond: 1e8, latencySeconds: 0 },
  ...change,
});
const at = (change: Partial<Federated>, own: Partial<Plan> = {}, cluster: Partial<Cluster> = {}) =>
  scenario(
    gpt(8, 2048, 16),
    selene(8, undefined, cluster),
    plan({ dp: 64, dpShard: 8, globalBatch: 256, sync: rounds(change), ...own }),
  );
function of(...args: Parameters<typeof at>): Estimate {
  return estimated(at(...args));
}
const exchanges = (e: Estimate) => e.comm.filter(({ algorithm }) => algorithm === "parameter servers");
const seconds = (e: Estimate): number => exchanges(e).reduce((sum, one) => sum + one.totalSeconds, 0);

describe("a round of federated averaging", () => {
  test("fetches the weights and sends back what changed, once for all of its steps", () => {
    const found = exchanges(of({}));
    expect(found.map(({ what }) => what)).toEqual([
      "weights to the clients",
      "weight changes of the clients",
    ]);
    expect(found.map(({ count }) => count)).toEqual([1 / 100, 1 / 100]);
    expect((found[1]?.bytes ?? 0) / (found[0]?.bytes ?? 1)).toBe(4 / 2);
    expect(seconds(of({ steps: 1000 }))).toBeCloseTo(seconds(of({})) / 10, 9);
  });

  test("goes as fast as the client's line, or its share of the server's", () => {
    const P = of({}).params.value;
    const time = (line: number): number => ((2 + 4) * P) / line / 100;
    expect(seconds(of({})) / time(1e8)).toBeCloseTo(1, 3);
    expect(seconds(of({ clientBytesPerSecond: 1e12 })) / time(1e9 / 8)).toBeCloseTo(1, 3);
    // Fewer clients at once have more of the server.
    const half = { clientBytesPerSecond: 1e12, participation: 0.5 };
    expect(seconds(of(half)) / time(1e9 / 4)).toBeCloseTo(1, 3);
  });

  test("teaches with the clients that it asks and that answer", () => {
    const rate = (change: Partial<Federated>): number => {
      const e = of(change);
      return e.tokensPerSecond * e.time.step.value;
    };
    expect(rate({ participation: 0.5 }) / rate({})).toBeCloseTo(0.5, 9);
    expect(rate({ participation: 0.5, dropout: 0.1 }) / rate({})).toBeCloseTo(0.45, 9);
  });

  test("waits for the slowest client that it asks", () => {
    const jitter = { kind: "slow_devices", share: 0.01, slowdown: 1 } as const;
    const wait = (participation: number): number =>
      of({ participation }, {}, { jitter }).time.step.parts.find(({ name }) => name === "time.stragglers")
        ?.value ?? 0;
    expect(wait(0.25)).toBeLessThan(wait(1));
  });
});

test("a round that asks less than one client is refused", () => {
  expect(estimate(at({ participation: 0.1 })).ok).toBe(false);
});
