import { describe, expect, test } from "vitest";
import { type Inference, inference, type ServingLoad, serving } from "../../../src/engine/index.ts";
import type { Arrivals } from "../../../src/engine/scenario/arrivals.ts";
import type { Serving } from "../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { llama, plan, scenario, selene } from "../support/scenarios.ts";

const llama3_8b = llama(32, 4096, 32, 8, 14_336, 128_256);
const requests: Arrivals = {
  perSecond: 1,
  variation: 1,
  prompt: { mean: 1_500, variation: 0, max: 1_500 },
  output: { mean: 200, variation: 0, max: 200 },
  chunk: 8_192,
  stepSeconds: 0,
  simulated: 2_000,
  seed: 1,
};
const on = (arrivals: Partial<Arrivals>, serve: Partial<Serving> = {}): Scenario =>
  scenario(
    llama3_8b,
    selene(8),
    plan({
      ...{ seqLen: 4096, dp: 8, globalBatch: 64 },
      serve: {
        ...{ batch: 32, context: null, tp: 1, pp: 1, weightBytes: null, expertBytes: null, kvBytes: null },
        ...{ replicas: 1, arrivals: { ...requests, ...arrivals } },
        ...serve,
      },
    }),
  );
function loadOf(of: Scenario): ServingLoad {
  const answer = serving(of);
  if (!answer.ok) throw new Error(answer.refusals.map(({ code }) => code).join());
  return answer.load;
}
function group(batch: number, context: number): Inference {
  const answer = inference(on({}, { batch, context }));
  if (!answer.ok) throw new Error("no inference");
  return answer.inference;
}
const close = (value: number | undefined, expected: number, within: number): void =>
  expect(Math.abs((value ?? 0) / expected - 1)).toBeLessThan(within);

describe("at light load", () => {
  const { latencies, load } = loadOf(on({ perSecond: 0.005 }));

  test("the first token takes the prefill of one prompt", () => {
    expect(load).toBeLessThan(0.01);
    close(latencies?.ttft.p50, group(1, 1_500).prefill, 0.005); // interpolated between 1,472 and 1,536 tokens
    expect(latencies?.wait.p50).toBe(0);
  });

  test("each further token takes a step of decoding one sequence", () => {
    close(latencies?.tpot.p50, group(1, 1_600).decode, 0.002);
    close(latencies?.gap.p50, group(1, 1_600).decode, 0.002);
  });
});

test("at saturation short prompts are served as fast as the batch decodes", () => {
  const short = {
    prompt: { mean: 16, variation: 0, max: 16 },
    output: { mean: 400, variation: 0, max: 400 },
  };
  const { capacityTokensPerSecond } = loadOf(on(short, { batch: 16 }));
  close(capacityTokensPerSecond, 16 / group(16, 216).decode, 0.03);
});

test("percentiles grow with the load, and lie in order", () => {
  const loads = [0.5, 1, 1.5, 2, 2.5].map((perSecond) => loadOf(on({ perSecond })));
  for (const [i, { latencies, load }] of loads.entries()) {
    expect(load).toBeLessThan(1);
    for (const spread of [latencies?.ttft, latencies?.tpot, latencies?.latency]) {
      expect(spread?.p50).toBeLessThanOrEqual(spread?.p90 as number);
      expect(spread?.p90).toBeLessThanOrEqual(spread?.p99 as number);
    }
    const before = loads[i - 1]?.latencies;
    for (const name of ["ttft", "tpot", "latency"] as const)
      for (const at of ["p50", "p90", "p99"] as const)
        expect(latencies?.[name][at]).toBeGreaterThanOrEqual((before?.[name][at] ?? 0) * 0.999);
  }
});

test("Little's law: requests in progress and waiting are the rate times the time of a request", () => {
  const { latencies, rate } = loadOf(on({ perSecond: 2 }));
  const { wait, latency, batch, present } = latencies as NonNullable<typeof latencies>;
  expect(present).toBeCloseTo(rate * latency.mean, 9);
  close(batch, rate * (latency.mean - wait.mean), 0.03);
});

test("replicas multiply the capacity, and share a stream more evenly than one queue has it", () => {
  const one = loadOf(on({ perSecond: 2 }));
  const four = loadOf(on({ perSecond: 8 }, { replicas: 4 }));
  expect(four.capacity).toBeCloseTo(4 * one.capacity, 9);
  expect(four.load).toBeCloseTo(one.load, 9);
  expect(four.latencies?.wait.p99).toBeLessThanOrEqual(one.latencies?.wait.p99 as number);
  expect(four.devices).toBe(4);
});

test("from load 1 on there is a capacity and no latency", () => {
  const { latencies, load, capacity } = loadOf(on({ perSecond: 100 }));
  expect(load).toBeCloseTo(100 / capacity, 9);
  expect(load).toBeGreaterThan(1);
  expect(latencies).toBeNull();
});

test("a request longer than the cache of a replica is refused", () => {
  const long = { prompt: { mean: 1e6, variation: 0, max: 1e6 } };
  const answer = serving(on(long));
  expect(answer.ok ? [] : answer.refusals.map(({ code }) => code)).toEqual(["request-without-room"]);
});
