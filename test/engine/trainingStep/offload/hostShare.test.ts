import { describe, expect, test } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import { hostShare as formula } from "../../../../src/engine/formulas/memory/offload.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated } from "../../support/estimated.ts";
import { a100, gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const GB = 1e9;
const REPLICAS = 8;

/** Seconds that a step waits for new weights: the optimizer's state is on the host, whose processors are endlessly fast. */
function copies(host: Partial<Cluster["host"]>, change: Partial<Plan> = {}): number {
  const own = { memoryBytes: 2e12, memoryBytesPerSecond: 1e18, linkDevices: 1, efficiency: 1, ...host };
  const result = estimated(
    scenario(
      gpt(4, 2048, 16),
      selene(1, { ...a100, hostBytesPerSecond: 24.8 * GB }, { host: own }),
      plan({
        ...{ dp: REPLICAS, microBatch: 1, globalBatch: 64, zero: 1 },
        stateOffload: { optimizer: "host", weights: "none", delayed: false },
        ...change,
      }),
    ),
  );
  return result.time.step.parts.find(({ name }) => name === "time.optimizer")?.value ?? Number.NaN;
}

describe("what a device has of the way to its host", () => {
  const alone = copies({});

  test("two devices behind a link have half of it each: 12.4 GB/s of 24.8", () => {
    expect(copies({ linkDevices: 2 }) / alone).toBeCloseTo(2, 9);
  });

  test("sixteen devices of a DGX-2, four a link of 12 GB/s, have 3 GB/s each", () => {
    expect(copies({ linkDevices: 4 }) / alone).toBeCloseTo(4, 9);
  });

  test("no more devices share a link than the plan uses", () => {
    const one = { dp: 1, globalBatch: 8 };
    expect(copies({ linkDevices: 2 }, one)).toBe(copies({}, one));
  });

  test.each([
    ["two of eight A100 SXM a link, DDR4", 24.8, 2, 8, 409.6, 12.4],
    ["four of a DGX-2's sixteen V100 a link", 12, 4, 16, 256, 3],
    ["eight H100, a link each, DDR5", 55, 1, 8, 614.4, 55],
    ["four GB200 share the memory of two Grace", 450, 1, 4, 1_024, 256],
    ["one device of a link of two", 24.8, 2, 1, 409.6, 24.8],
  ])("%s", (_, R_l, n_l, n_d, W_h, gives) => {
    const found = numbers.apply(formula, { R_l: R_l * GB, n_l, n_d, W_h: W_h * GB });
    expect(found).toBeCloseTo(gives * GB, 0);
  });
});
