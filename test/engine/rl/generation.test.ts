import { describe, expect, test } from "vitest";
import { numbers } from "../../../src/engine/core/numbers.ts";
import { generation } from "../../../src/engine/rl/generation.ts";
import type { Rl } from "../../../src/engine/scenario/rl.ts";
import { random } from "../../dsl/syntax/corpus.ts";
import { korthikanti } from "../support/scenarios.ts";

/** An engine whose steps take time on the host alone, so that a simulation can count it. */
function rlWith(change: {
  readonly step?: number;
  readonly each?: number;
  readonly sequences: number;
  readonly prompts: number;
  readonly variation: number;
}): Rl {
  return {
    prompts: change.prompts,
    samples: 4,
    promptTokens: 16,
    response: { mean: 400, variation: change.variation, max: 2_000 },
    rollout: {
      ...{ tp: 8, pp: 8, memory: 1, sequences: change.sequences, weightBytes: null, kvBytes: null },
      ...{ stepSeconds: change.step ?? 0, sequenceSeconds: change.each ?? 0, efficiency: 1e12 },
    },
    ...{ passes: 0, critic: false, rewardSeconds: 0, syncBytesPerSecond: null, overheadSeconds: 0 },
    placement: { kind: "colocated" },
    iterations: null,
  };
}

/** Time of the slowest of some replicas that take waiting sequences as places become free, token by token. */
function simulated(rl: Rl, replicas: number, next: () => number): number {
  const sigma = Math.sqrt(Math.log(1 + rl.response.variation ** 2));
  // The mean before the cut is nearly that after it: the cut is at five times the mean.
  const mu = Math.log(rl.response.mean) - sigma ** 2 / 2;
  const length = (): number => {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return Math.max(1, Math.round(Math.min(rl.response.max, Math.exp(mu + sigma * normal))));
  };
  const own = Math.ceil((rl.prompts * rl.samples) / replicas);
  let slowest = 0;
  for (let i = 0; i < replicas; i++) {
    const waiting = Array.from({ length: own }, length);
    let running = waiting.splice(0, rl.rollout.sequences);
    let time = 0;
    while (running.length > 0) {
      time += rl.rollout.stepSeconds + running.length * rl.rollout.sequenceSeconds;
      running = running.map((left) => left - 1).filter((left) => left > 0);
      while (running.length < rl.rollout.sequences && waiting.length > 0) running.push(waiting.pop() ?? 1);
    }
    slowest = Math.max(slowest, time);
  }
  return slowest;
}

const cases = [
  { name: "all at once", sequences: 512, prompts: 256, variation: 0.6 },
  { name: "places filled again", sequences: 32, prompts: 512, variation: 0.6 },
  { name: "nearly equal lengths", sequences: 64, prompts: 256, variation: 0.2 },
  { name: "a heavy tail", sequences: 64, prompts: 512, variation: 1 },
] as const;

describe("generation against a simulation of every sequence", () => {
  for (const one of cases)
    for (const [cost, tolerance] of [
      [{ step: 0.01 }, 0.12],
      [{ each: 1e-4 }, 0.08],
      [{ step: 0.01, each: 1e-4 }, 0.1],
    ] as const)
      test(`${one.name}, ${Object.keys(cost).join(" and ")}`, () => {
        const rl = rlWith({ ...one, ...cost });
        const made = generation(numbers, korthikanti({}), rl, 4);
        const next = random(7);
        const runs = Array.from({ length: 12 }, () => simulated(rl, 4, next));
        const mean = runs.reduce((sum, run) => sum + run, 0) / runs.length;
        const ratio = (made?.total ?? 0) / mean;
        expect(ratio).toBeGreaterThan(1 - tolerance);
        expect(ratio).toBeLessThan(1 + tolerance);
      });
});
