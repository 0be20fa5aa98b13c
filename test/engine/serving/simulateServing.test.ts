import { describe, expect, test } from "vitest";
import type { Arrivals, LengthLaw } from "../../../src/engine/scenario/arrivals.ts";
import type { Batching, Iterations } from "../../../src/engine/serving/iterations.ts";
import { requestsOf } from "../../../src/engine/serving/requests.ts";
import { saturated } from "../../../src/engine/serving/saturated.ts";
import { type ServingRun, simulateServing } from "../../../src/engine/serving/simulateServing.ts";
import { runs } from "../../support/runs.ts";

/** Requests of a stream whose mean wait is compared with a formula. */
const STREAM = runs(200_000);

const fixed = (tokens: number): LengthLaw => ({ mean: tokens, variation: 0, max: tokens });
const arrivals = (change: Partial<Arrivals>): Arrivals => ({
  perSecond: 1,
  variation: 1,
  prompt: fixed(100),
  output: fixed(1),
  chunk: null,
  stepSeconds: 0,
  simulated: 1_000,
  seed: 1,
  ...change,
});
/** A server whose prefill takes a second and whose step of decoding takes a tenth, whatever the batch. */
const constant: Iterations = { pass: () => 1, perPair: 0, decode: () => 0.1, host: 0 };
const alone: Batching = { batch: 1, room: 1e9, chunk: Number.POSITIVE_INFINITY };
const many: Batching = { ...alone, batch: 1e6 };

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const waits = (requests: ReturnType<typeof requestsOf>, run: ServingRun): number =>
  mean(requests.map(({ arrival }, i) => (run.start[i] as number) - arrival));

describe("a server of one request at a time waits as the formula of Pollaczek and Khinchine says", () => {
  test.each([0.3, 0.6, 0.8])("at load %d with equal service times (M/D/1)", (load) => {
    const requests = requestsOf(arrivals({ perSecond: load }), 1, STREAM);
    const wait = waits(requests, simulateServing(requests, constant, alone));
    expect(wait / (load / (2 * (1 - load)))).toBeGreaterThan(0.96);
    expect(wait / (load / (2 * (1 - load)))).toBeLessThan(1.04);
  });

  test("with service times of lognormal outputs (M/G/1)", () => {
    const law: LengthLaw = { mean: 20, variation: 1, max: 400 };
    const requests = requestsOf(arrivals({ perSecond: 0.2, output: law }), 1, STREAM);
    const services = requests.map(({ output }) => 1 + 0.1 * (output - 1));
    const load = 0.2 * mean(services);
    const expected = (0.2 * mean(services.map((s) => s * s))) / (2 * (1 - load));
    const wait = waits(requests, simulateServing(requests, constant, alone));
    expect(Math.abs(wait / expected - 1)).toBeLessThan(0.05);
  });

  test("a steady stream does not wait, and bursts wait longer than a Poisson process", () => {
    const waitOf = (variation: number): number => {
      const requests = requestsOf(arrivals({ perSecond: 0.6, variation }), 1, 50_000);
      return waits(requests, simulateServing(requests, constant, alone));
    };
    expect(waitOf(0)).toBeLessThan(1e-6);
    expect(waitOf(2)).toBeGreaterThan(2 * waitOf(1));
  });
});

test("times between requests have the asked mean and variation, for a replica the sum of several", () => {
  for (const [variation, replicas] of [
    [1, 1],
    [2, 1],
    [0.5, 1],
    [1, 4],
  ] as const) {
    const requests = requestsOf(arrivals({ perSecond: 8, variation }), replicas, 100_000);
    const gaps = requests.map(({ arrival }, i) => arrival - (requests[i - 1]?.arrival ?? 0));
    const middle = mean(gaps);
    const deviation = Math.sqrt(mean(gaps.map((gap) => (gap - middle) ** 2)));
    expect(middle).toBeCloseTo(replicas / 8, 6);
    expect(deviation / middle / (variation / Math.sqrt(replicas))).toBeCloseTo(1, 1);
  }
});

test("requests that wait or are in progress, summed over time, are the times of all requests (Little's law)", () => {
  const requests = requestsOf(
    arrivals({ perSecond: 4, output: { mean: 50, variation: 1, max: 500 } }),
    1,
    5_000,
  );
  const run = simulateServing(requests, { ...constant, pass: (n) => n / 2_000 }, { ...alone, batch: 24 });
  const total = requests.reduce((sum, { arrival }, i) => sum + (run.end[i] as number) - arrival, 0);
  expect(run.present / total).toBeCloseTo(1, 9);
  const inProgress = requests.reduce(
    (sum, _, i) => sum + (run.end[i] as number) - (run.start[i] as number),
    0,
  );
  expect(run.running / inProgress).toBeCloseTo(1, 9);
});

test("without a limit of the batch nobody waits for a place: a request takes its prefill and its steps", () => {
  const requests = requestsOf(arrivals({ perSecond: 0.001, output: fixed(31) }), 1, 500);
  const run = simulateServing(requests, constant, many);
  const apart = requests.filter(({ arrival }, i) => (requests[i + 1]?.arrival ?? Infinity) - arrival > 4.1);
  expect(apart.length).toBeGreaterThan(450);
  for (const [i, { arrival }] of requests.entries())
    if (run.start[i] === arrival && apart.includes(requests[i] as (typeof requests)[0])) {
      expect((run.first[i] as number) - arrival).toBeCloseTo(1, 9);
      expect((run.end[i] as number) - arrival).toBeCloseTo(4, 9);
    }
});

test("a replica whose queue never empties generates a token per place and step", () => {
  const fast: Iterations = { ...constant, pass: () => 0.1 };
  const asked = arrivals({ output: { mean: 200, variation: 0.5, max: 800 } });
  const rate = saturated(asked, fast, { ...alone, batch: 32 }, 32);
  // 200 iterations of a tenth of a second for each request: one with its first token, the rest of decoding.
  expect(Math.abs(rate / (32 / (200 * 0.1)) - 1)).toBeLessThan(0.03);
});

test("room for the cache limits the batch as places do", () => {
  const asked = arrivals({ prompt: fixed(100), output: fixed(100) });
  const fast: Iterations = { ...constant, pass: () => 0.1 };
  const byRoom = saturated(asked, fast, { ...alone, batch: 1_000, room: 8 * 200 }, 8);
  const byPlaces = saturated(asked, fast, { ...alone, batch: 8 }, 8);
  expect(byRoom).toBe(byPlaces);
});

test("pieces of prompts bound the time between two tokens, whole prompts stall it", () => {
  const linear: Iterations = { pass: (n) => n * 1e-4, perPair: 0, decode: () => 0.01, host: 0 };
  const asked = arrivals({ perSecond: 0.5, prompt: fixed(8_000), output: fixed(200) });
  const requests = requestsOf(asked, 1, 1_000);
  const longest = (chunk: number): number =>
    Math.max(...simulateServing(requests, linear, { ...many, chunk }).gaps.map(({ seconds }) => seconds));
  expect(longest(500)).toBeLessThanOrEqual(0.0501);
  expect(longest(Number.POSITIVE_INFINITY)).toBeGreaterThan(0.8);
});

test("equal seeds give the same times, others do not", () => {
  const run = (seed: number): readonly number[] => {
    const requests = requestsOf(arrivals({ seed, output: { mean: 20, variation: 1, max: 200 } }), 2, 300);
    return [...simulateServing(requests, constant, { ...alone, batch: 4 }).end];
  };
  expect(run(1)).toEqual(run(1));
  expect(run(2)).not.toEqual(run(1));
});
