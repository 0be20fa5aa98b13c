import type { Estimate } from "../estimate.ts";
import { estimate } from "../index.ts";
import type { Scenario } from "../scenario.ts";
import { branches } from "./branches.ts";
import { type Candidates, pointAt } from "./candidates.ts";
import { memoryBound } from "./memoryBound.ts";
import { Remembered } from "./remembered.ts";
import { bestOf, type Contender, frontOf } from "./standing.ts";
import { stepBound } from "./stepBound.ts";
import { type Counted, type Reason, Tally } from "./tally.ts";
import { refusalOf, validity } from "./validity.ts";

/** Something that is sought to be small. */
export interface Aim {
  /** What bounds it from below: it is, or rises with, the step's time or the memory's peak; null where nothing is known. */
  readonly bound: "step_time" | "memory" | null;
  /** null where the candidate has none. */
  value(place: number, scenario: Scenario, estimate: Estimate): number | null;
}

export interface Search {
  readonly candidates: Candidates;
  /** One, or several whose front is kept. */
  readonly aims: readonly Aim[];
  /** How many of the best to keep; a front is kept whole. */
  readonly keep: number;
  /** Why a candidate that fits its devices is not wanted; null for one that is. */
  turnsAway(place: number, scenario: Scenario, estimate: Estimate): string | null;
  interrupted(): boolean;
  progress(decided: number, total: number, best: Contender | null): void;
}

export interface SearchResult {
  /** Best first. */
  readonly best: readonly Contender[];
  readonly total: number;
  /** Candidates known to be among the best, or not. All of them, but after an interrupt. */
  readonly decided: number;
  /** Those of them that were estimated whole, and those that are possible. */
  readonly estimated: number;
  readonly feasible: number;
  readonly reasons: readonly Counted[];
}

/**
 * The best of all candidates, exactly: none is left out that could be better than those kept. Branches are looked at in the
 * order of what their steps take at least; the first that takes longer than the worst of those kept ends the search, since
 * all after it do too. So what is looked at depends on the answer alone, not on the way to it.
 */
export function searchPlans(search: Search): SearchResult {
  const { candidates, aims, keep } = search;
  const { sizes } = candidates;
  const total = sizes.reduce((product, size) => product * size, 1);
  const standing = aims.length === 1 ? bestOf(keep) : frontOf();
  const tally = new Tally();
  const base = candidates.at(new Int32Array(sizes.length));
  const onStep = aims.findIndex(({ bound }) => bound === "step_time");
  let estimated = 0;
  let feasible = 0;
  let decided = 0;
  const result = (): SearchResult => ({
    best: standing.best,
    total,
    decided,
    estimated,
    feasible,
    reasons: tally.list(),
  });
  if (total === 0) return result();
  const step = "unmade" in base ? null : stepBound(candidates, base);
  const memory = "unmade" in base ? null : memoryBound(candidates, base);
  const checks = validity(candidates);
  const memories = new Remembered(
    candidates,
    () => ["cluster"],
    ({ cluster }) => cluster.device.memoryBytes,
  );
  const found = branches(candidates, checks, onStep >= 0 ? step : null, tally, search.interrupted);
  decided = total - found.sizes.reduce((sum, size) => sum + size, 0);
  const order = new Float64Array(found.bounds.length).map((_, i) => i);
  order.sort((a, b) => (found.bounds[a] ?? 0) - (found.bounds[b] ?? 0) || a - b);

  const least = (seconds: number, bytes: number): readonly number[] =>
    aims.map(({ bound }) =>
      bound === "step_time" ? seconds : bound === "memory" ? bytes : Number.NEGATIVE_INFINITY,
    );
  /** Why a candidate is not an answer; null for one that is. */
  const against = (place: number): Reason | null => {
    const point = pointAt(sizes, place);
    const refusal = refusalOf(checks, point);
    if (refusal) return { kind: "refused", refusal };
    // All of these are looked up, most often: the scenario itself is made for what they leave.
    const capacity = memories.at(point) ?? Number.POSITIVE_INFINITY;
    const bytes = memory?.least(point) ?? 0;
    if (bytes > capacity) return { kind: "over memory", bytes, capacity };
    const seconds = onStep >= 0 ? (step?.paced(point) ?? 0) : 0;
    if (!standing.hopeful(least(seconds, bytes))) return { kind: "beaten" };
    const scenario = candidates.at(point);
    if ("unmade" in scenario) return { kind: "unmade", ...scenario.unmade };
    estimated++;
    const answer = estimate(scenario);
    if (!answer.ok) throw new Error("a plan that no check refuses has an estimate");
    const { peak, fits } = answer.estimate.memory;
    if (!fits) return { kind: "over memory", bytes: peak, capacity };
    const reason = search.turnsAway(place, scenario, answer.estimate);
    if (reason !== null) return { kind: "turned away", reason };
    const values: number[] = [];
    for (const aim of aims) {
      const value = aim.value(place, scenario, answer.estimate);
      if (value === null) return { kind: "turned away", reason: "no objective" };
      values.push(value);
    }
    feasible++;
    standing.offer({ place, values });
    return null;
  };

  for (const [at, branch] of order.entries()) {
    const bound = found.bounds[branch] ?? 0;
    if (!standing.hopeful(least(bound, 0))) {
      if (aims.length === 1) {
        const rest = order.subarray(at).reduce((sum, one) => sum + (found.sizes[one] ?? 0), 0);
        tally.add({ kind: "beaten" }, rest, found.places[branch] ?? 0);
        decided += rest;
        break;
      }
      tally.add({ kind: "beaten" }, found.sizes[branch] ?? 0, found.places[branch] ?? 0);
    } else {
      const first = found.places[branch] ?? 0;
      for (let place = first; place < first + (found.sizes[branch] ?? 0); place++) {
        if (search.interrupted()) return result();
        const reason = against(place);
        if (reason) tally.add(reason, 1, place);
        decided++;
        search.progress(decided, total, standing.best[0] ?? null);
      }
      continue;
    }
    decided += found.sizes[branch] ?? 0;
  }
  return result();
}
