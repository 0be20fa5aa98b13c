import { expect, test } from "vitest";
import type { Estimate } from "../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../src/engine/index.ts";
import { placeOf, pointAt } from "../../../src/engine/search/candidates.ts";
import { type NearestFit, nearestFit } from "../../../src/engine/search/nearestFit.ts";
import { searchPlans } from "../../../src/engine/search/searchPlans.ts";
import { EXACT, fitOf } from "../../../src/engine/trainingStep/memory/fit.ts";
import { llama, plan, scenario, selene } from "../support/scenarios.ts";
import { candidatesOf } from "./candidatesOf.ts";

const tight = { ...selene(1).device, usableBytes: 4 * 2 ** 30 };
const base = scenario(
  llama(4, 2048, 16, 8, 8192, 32_000),
  selene(1, tight),
  plan({ seqLen: 1024, globalBatch: 8, microBatch: 1 }),
);

const fits = ({ memory }: Estimate): boolean => fitOf(memory, EXACT) === "yes";

test("the one change that fits at the least time is what estimates of all of them say", () => {
  const candidates = candidatesOf(base, 3, 4);
  const { sizes } = candidates;
  const { planChecks, total } = searchPlans({
    ...{ candidates, aims: [{ bound: "step_time", value: (_, __, { time }) => time.step.value }], keep: 1 },
    unmet: () => null,
    interrupted: () => false,
    progress() {},
  });
  const estimated = (place: number) => {
    const of = candidates.at(pointAt(sizes, place));
    if ("unmade" in of) throw new Error("every point is a scenario");
    return estimate(of);
  };
  /** By the estimates of all changes, in the order of choices and values. */
  const byForce = (place: number): NearestFit | null => {
    let best: NearestFit | null = null;
    const from = pointAt(sizes, place);
    sizes.forEach((size, choice) => {
      for (let value = 0; value < size; value++) {
        const point = from.slice();
        point[choice] = value;
        const answer = estimated(placeOf(sizes, point));
        if (value === from[choice] || !answer.ok || !fits(answer.estimate)) continue;
        const seconds = answer.estimate.time.step.value;
        if (best === null || seconds < best.seconds) best = { choice, place: placeOf(sizes, point), seconds };
      }
    });
    return best;
  };
  let compared = 0;
  for (let place = 0; place < total; place += 293) {
    const answer = estimated(place);
    if (!answer.ok || fits(answer.estimate)) continue;
    compared++;
    expect(nearestFit(candidates, place, planChecks)).toEqual(byForce(place));
  }
  expect(compared).toBeGreaterThan(3);
});
