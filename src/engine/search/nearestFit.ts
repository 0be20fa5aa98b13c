import { estimateOnDemand } from "../answer/answer.ts";
import type { Estimate } from "../estimate/estimate.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type Candidates, type Point, placeOf, pointAt } from "./candidates.ts";
import { atLeast, CLOSER, FIRST, type Known } from "./closer.ts";
import { Frontier } from "./frontier.ts";

/** A change of one choice that makes a plan fit its devices. */
export interface NearestFit {
  /** Index of the choice that changes. `place`: index of the changed plan in the order of candidates. */
  readonly choice: number;
  readonly place: number;
  /** The changed plan's step time, s. */
  readonly seconds: number;
}

/** Checks and bounds of a plan that need no estimate, and tests of its estimate. */
export interface PlanChecks {
  /** Lower bound of the plan's step time, s. `known` names which of the bounds is computed. */
  leastStep(point: Point, known: Known): number;
  /**
   * True where the plan may be an answer: no check refuses it, no bound shows it out of memory, and its settings meet the
   * conditions.
   */
  possible(point: Point): boolean;
  /** True where the estimated plan fits its devices as surely as the search asks. */
  fits(scenario: Scenario, estimate: Estimate): boolean;
  /** True where a plan that fits meets the search's conditions. */
  wanted(place: number, scenario: Scenario, estimate: Estimate): boolean;
}

/**
 * Finds the plan with the shortest step among those that differ from one plan in a single choice, fit and meet the conditions;
 * null where there is none. Estimates plans in the order of their lower bounds, until the next bound exceeds the best step.
 */
export function nearestFit(
  candidates: Candidates,
  place: number,
  { leastStep, possible, fits, wanted }: PlanChecks,
): NearestFit | null {
  const { sizes } = candidates;
  const changes = changesOf(sizes, pointAt(sizes, place)).filter(({ point }) => possible(point));
  // Changes are identified by their order, which decides between equal steps.
  const frontier = new Frontier({
    places: changes.map((_, order) => order),
    bounds: changes.map(({ point }) => leastStep(point, FIRST)),
    sizes: changes.map(() => 1),
  });
  let best: NearestFit | null = null;
  let bestOrder = 0;
  for (let open = frontier.pop(); open !== undefined; open = frontier.pop()) {
    if (best !== null && open.bound > best.seconds) break;
    const { place: order, known } = open;
    const change = changes[order];
    if (!change) continue;
    const next = CLOSER[known];
    if (next !== null) {
      frontier.push({ ...open, bound: atLeast(open.bound, leastStep(change.point, next)), known: next });
      continue;
    }
    const seconds = stepOf(candidates, change.point, { fits, wanted });
    if (seconds === null) continue;
    if (best === null || seconds < best.seconds || (seconds === best.seconds && order < bestOrder)) {
      best = { choice: change.choice, place: placeOf(sizes, change.point), seconds };
      bestOrder = order;
    }
  }
  return best;
}

/** Step time of the plan at a point, s; null for a plan without an estimate, out of memory, or excluded by the conditions. */
function stepOf(
  candidates: Candidates,
  point: Point,
  { fits, wanted }: Pick<PlanChecks, "fits" | "wanted">,
): number | null {
  const scenario = candidates.at(point);
  if ("unmade" in scenario) return null;
  const answer = estimateOnDemand(scenario);
  if (!answer.ok || !fits(scenario, answer.estimate)) return null;
  const { estimate } = answer;
  return wanted(placeOf(candidates.sizes, point), scenario, estimate) ? estimate.time.step.value : null;
}

/** Points that differ from `from` in a single choice. */
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
