import type { Scenario } from "../scenario/scenario.ts";
import { type Candidates, type Point, placeOf, pointAt } from "./candidates.ts";
import { ownChoice } from "./ownChoice.ts";
import { spaceOf } from "./space.ts";
import { stepBound } from "./stepBound.ts";

/** Candidates of a search with their choices reordered, and conversions to and from the given order. */
export interface Walk {
  readonly candidates: Candidates;
  /**
   * Converts a point of the reordered candidates to the given order of choices. `givenPlace` converts a candidate's index
   * likewise. `turned` converts a point back.
   */
  given(point: Point): Point;
  givenPlace(place: number): number;
  turned(given: Point): Point;
}

/**
 * Reorders choices: those that the first bound depends on vary slowest, those that only later bounds read vary fastest.
 * Candidates with equal bounds then follow each other, and are pruned together.
 */
export function walkOf(given: Candidates, base: Scenario | null): Walk {
  const choicesOf = (bits: number): ReadonlySet<number> =>
    new Set(given.settings.flatMap(({ choice }, i) => ((bits >> i) & 1 ? [choice] : [])));
  const reads = base && stepBound(spaceOf(given), base).reads;
  const read = reads
    ? [reads.compute(), reads.exposed(), reads.layers(), reads.pipeline()].map(choicesOf)
    : [];
  // Rank orders that are the last choice must stay last: orders.ts.
  const last = ownChoice(given, "rankOrder")?.choice === given.sizes.length - 1 ? given.sizes.length - 1 : -1;
  /** Index of the first bound that depends on a choice. */
  const rank = (choice: number): number => {
    if (choice === last) return read.length + 1;
    const first = read.findIndex((choices) => choices.has(choice));
    return first < 0 ? read.length : first;
  };
  const order = given.sizes.map((_, choice) => choice).sort((a, b) => rank(a) - rank(b));
  const sizes = order.map((choice) => given.sizes[choice] ?? 1);
  const back = (point: Point, into: Point): Point => {
    for (let i = 0; i < order.length; i++) into[order[i] as number] = point[i] as number;
    return into;
  };
  // Reusable, because candidates do not store the point they get.
  const scratch = new Int32Array(order.length);
  const candidates: Candidates = {
    sizes,
    settings: given.settings.map((one) => ({ ...one, choice: order.indexOf(one.choice) })),
    at: (point) => given.at(back(point, scratch)),
    field: (field, point) => given.field(field, back(point, scratch)),
    reads: (field) => given.reads(field),
    seen: given.seen,
  };
  return {
    candidates,
    given: (point) => back(point, new Int32Array(order.length)),
    givenPlace: (place) => placeOf(given.sizes, back(pointAt(sizes, place), scratch)),
    turned: (point) => Int32Array.from(order, (choice) => point[choice] ?? 0),
  };
}
