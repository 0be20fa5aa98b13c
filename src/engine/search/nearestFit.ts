import { estimateOnDemand } from "../index.ts";
import { type Candidates, type Point, placeOf, pointAt } from "./candidates.ts";

/** A change of one choice that makes a plan fit its devices. */
export interface NearestFit {
  /** The choice, and the place of the plan that takes another value of it. */
  readonly choice: number;
  readonly place: number;
  /** Of a step, then. */
  readonly seconds: number;
}

/** What is known of a plan before it is worked out. */
interface Bounds {
  leastStep(point: Point): number;
  overMemory(point: Point): boolean;
}

/**
 * Of the plans that differ from one in a single choice and fit, the one with the shortest step; null where none fits.
 * `leastStep` is what a step cannot be shorter than, s: those whose bound is beyond the shortest are not worked out, nor those that
 * a bound shows to be over memory.
 */
export function nearestFit(
  candidates: Candidates,
  place: number,
  { leastStep, overMemory }: Bounds,
): NearestFit | null {
  const fitting = changesOf(candidates.sizes, pointAt(candidates.sizes, place)).flatMap((change, order) => {
    if (overMemory(change.point)) return [];
    const scenario = candidates.at(change.point);
    if ("unmade" in scenario) return [];
    const answer = estimateOnDemand(scenario);
    if (!answer.ok || !answer.estimate.memory.fits) return [];
    return [{ ...change, order, estimate: answer.estimate, bound: leastStep(change.point) }];
  });
  let best: (NearestFit & { readonly order: number }) | null = null;
  for (const { choice, point, order, estimate, bound } of fitting.sort((a, b) => a.bound - b.bound)) {
    if (best !== null && bound > best.seconds) break;
    const seconds = estimate.time.step.value;
    // Of equal ones the first.
    if (best === null || seconds < best.seconds || (seconds === best.seconds && order < best.order))
      best = { choice, place: placeOf(candidates.sizes, point), seconds, order };
  }
  return best;
}

/** All points that differ from one in a single choice. */
function changesOf(sizes: readonly number[], from: Point): readonly { choice: number; point: Point }[] {
  return sizes.flatMap((size, choice) =>
    Array.from({ length: size }, (_, value) => value)
      .filter((value) => value !== from[choice])
      .map((value) => {
        const point = from.slice();
        point[choice] = value;
        return { choice, point };
      }),
  );
}
