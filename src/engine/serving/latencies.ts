import type { Algebra } from "../core/algebra.ts";
import type { Latencies, ServingLoad, Spread } from "../estimate/servingLoad.ts";
import * as book from "../formulas/run/serving.ts";
import type { Arrivals } from "../scenario/arrivals.ts";
import type { Batching, Iterations } from "./iterations.ts";
import { type Request, requestsOf } from "./requests.ts";
import { type ServingRun, simulateServing } from "./simulateServing.ts";

/** Requests before the measured ones and after them, as shares of these. */
const WARM_UP = 0.2;
const COOL_DOWN = 0.1;

/** Times of the measured requests of one replica, and their mean and percentiles. */
export function measured<N>(
  alg: Algebra<N>,
  arrivals: Arrivals,
  replicas: number,
  iterations: Iterations,
  batching: Batching,
  source: string,
): { readonly latencies: Latencies<N>; readonly times: ServingLoad["times"] } {
  const { simulated, perSecond } = arrivals;
  const from = Math.ceil(WARM_UP * simulated);
  const until = from + simulated;
  const requests = requestsOf(arrivals, replicas, until + Math.ceil(COOL_DOWN * simulated));
  const run = simulateServing(requests, iterations, batching);
  const timesOf = (time: (request: Request, at: number) => number | null): Float64Array =>
    Float64Array.from(
      requests.slice(from, until).flatMap((request, i) => time(request, from + i) ?? []),
    ).sort();
  const at = (times: Float64Array, index: number): number => times[index] as number;
  const times = {
    wait: timesOf(({ arrival }, i) => at(run.start, i) - arrival),
    ttft: timesOf(({ arrival }, i) => at(run.first, i) - arrival),
    tpot: timesOf(({ output }, i) =>
      output === 1 ? null : (at(run.end, i) - at(run.first, i)) / (output - 1),
    ),
    latency: timesOf(({ arrival }, i) => at(run.end, i) - arrival),
  };
  const number = (name: string, value: number, unit = "s"): N => alg.constant(name, value, unit, source);
  const spread = (name: string, of: Float64Array): Spread<N> =>
    spreadOf(number, name, of.length === 0 ? [0] : of);
  const latency = spread("time of a request", times.latency);
  const span = lastOf(run.end) - (requests[0]?.arrival ?? 0);
  return {
    times,
    latencies: {
      wait: spread("time until a request is admitted", times.wait),
      ttft: spread("time to the first token", times.ttft),
      tpot: spread("time per output token", times.tpot),
      gap: gapsOf(number, run),
      latency,
      batch: number("requests in progress on a replica", run.running / span, "sequence"),
      utilisation: number("share of time with requests in progress", run.busy / span, "1"),
      present: alg.apply(book.requestsPresent, {
        lambda: alg.input("plan.serve.arrivals.rate", perSecond, "sequence/s"),
        tau: latency.mean,
      }),
    },
  };
}

const lastOf = (times: Float64Array): number => times.reduce((last, one) => Math.max(last, one), 0);

/** Smallest of sorted numbers that a share `p` of them does not exceed. */
const percentile = (sorted: ArrayLike<number>, p: number): number =>
  sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] as number;

function spreadOf<N>(
  number: (name: string, value: number) => N,
  name: string,
  sorted: ArrayLike<number>,
): Spread<N> {
  let sum = 0;
  for (let i = 0; i < sorted.length; i++) sum += sorted[i] as number;
  return {
    mean: number(`${name}, mean`, sum / sorted.length),
    p50: number(`${name}, median`, percentile(sorted, 0.5)),
    p90: number(`${name}, 90th percentile`, percentile(sorted, 0.9)),
    p99: number(`${name}, 99th percentile`, percentile(sorted, 0.99)),
  };
}

/** Times between two tokens, each as often as there are tokens that had it. */
function gapsOf<N>(number: (name: string, value: number) => N, { gaps }: ServingRun): Spread<N> {
  const sorted = [...gaps].sort((a, b) => a.seconds - b.seconds);
  const tokens = sorted.reduce((sum, one) => sum + one.tokens, 0);
  const mean = sorted.reduce((sum, one) => sum + one.seconds * one.tokens, 0) / Math.max(1, tokens);
  const at = (p: number): number => {
    let passed = 0;
    for (const one of sorted) {
      passed += one.tokens;
      if (passed >= p * tokens) return one.seconds;
    }
    return 0;
  };
  const name = "time between two tokens";
  return {
    mean: number(`${name}, mean`, mean),
    p50: number(`${name}, median`, at(0.5)),
    p90: number(`${name}, 90th percentile`, at(0.9)),
    p99: number(`${name}, 99th percentile`, at(0.99)),
  };
}
