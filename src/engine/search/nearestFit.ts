import { estimateOnDemand } from "../index.ts";
import { type Candidates, placeOf, pointAt } from "./candidates.ts";

/** A change of one choice that makes a plan fit its devices. */
export interface NearestFit {
  /** The choice, and the place of the plan that takes another value of it. */
  readonly choice: number;
  readonly place: number;
  /** Of a step, then. */
  readonly seconds: number;
}

/** Of the plans that differ from one in a single choice and fit, the one with the shortest step; null where none fits. */
export function nearestFit(candidates: Candidates, place: number): NearestFit | null {
  const { sizes } = candidates;
  const from = pointAt(sizes, place);
  let best: NearestFit | null = null;
  for (const [choice, size] of sizes.entries())
    for (let value = 0; value < size; value++) {
      if (value === from[choice]) continue;
      const point = from.slice();
      point[choice] = value;
      const scenario = candidates.at(point);
      if ("unmade" in scenario) continue;
      const answer = estimateOnDemand(scenario);
      if (!answer.ok || !answer.estimate.memory.fits) continue;
      const seconds = answer.estimate.time.step.value;
      if (best === null || seconds < best.seconds) best = { choice, place: placeOf(sizes, point), seconds };
    }
  return best;
}
