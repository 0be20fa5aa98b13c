import { Random } from "../../../core/random.ts";
import type { Estimate } from "../../../estimate/estimate.ts";
import type { Simulation } from "../../../estimate/simulation.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { drawElasticRun } from "./drawElasticRun.ts";
import { drawRun } from "./drawRun.ts";
import { type RunParameters, runParametersOf } from "./runParameters.ts";
import { started } from "./struck.ts";

/** Standard normal score that 97.5% of the distribution lie below. */
const NORMAL_95 = 1.959963984540054;

/** Simulated runs of a scenario; null without a token budget, failures or checkpoints. */
export function simulation(scenario: Scenario, estimate: Estimate): Simulation | null {
  const parameters = runParametersOf(scenario, estimate);
  const { goodput, run } = estimate;
  if (parameters === null || goodput === null || run === null) return null;
  const { runs, seed } = scenario.plan.simulate;
  // Maintenance windows follow the calendar and lengthen every run by the same factor.
  const stretch = 1 / (1 - goodput.maintained);
  const { times, failures } = drawRuns(parameters, runs, seed);
  for (let at = 0; at < runs; at++) times[at] = (times[at] ?? 0) * stretch;
  const mean = times.reduce((sum, time) => sum + time, 0) / runs;
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
  const error = NORMAL_95 * Math.sqrt(squares / (runs - 1) / runs);
  return {
    runs,
    seed,
    times,
    mean,
    low: mean - error,
    high: mean + error,
    expected: run.timeToTrain,
    goodput: run.training / mean,
    failures,
    percentile: (share) => times[Math.max(0, Math.ceil(share * runs) - 1)] ?? mean,
  };
}

/** Times of simulated runs, ascending, with average failures and waits. */
export function drawRuns(
  parameters: RunParameters,
  runs: number,
  seed: number,
): { readonly times: Float64Array; readonly failures: number; readonly waiting: number } {
  const random = new Random(seed);
  const state = started();
  const times = new Float64Array(runs);
  let failures = 0;
  let waiting = 0;
  for (let at = 0; at < runs; at++) {
    Object.assign(state, FRESH);
    if (parameters.rates) drawElasticRun(parameters, parameters.rates, random, state);
    else drawRun(parameters, random, state);
    times[at] = state.up + state.waiting + stopped(parameters, random, state.up);
    failures += state.failures;
    waiting += state.waiting;
  }
  return { times: times.sort(), failures: failures / runs, waiting: waiting / runs };
}

const FRESH = started();

/**
 * Time of the planned stops in a span of running time. They come at a constant rate and take equally long.
 */
function stopped({ stops }: RunParameters, random: Random, up: number): number {
  if (stops === null) return 0;
  let times = 0;
  for (let at = random.exponential(); at < stops.rate * up; at += random.exponential()) times += 1;
  return times * stops.seconds;
}
