import type { Scenario } from "../scenario/scenario.ts";
import { branches } from "./branches.ts";
import { pointAt } from "./candidates.ts";
import { Decisions } from "./decisions.ts";
import { Frontier } from "./frontier.ts";
import { objectives } from "./objectives.ts";
import { planChecksOf } from "./planChecksOf.ts";
import { refinement } from "./refinement.ts";
import type { Search, SearchResult } from "./search.ts";
import { orderingBound, type SearchBounds, searchBounds } from "./searchBounds.ts";
import type { SearchState } from "./searchState.ts";
import { shareOf } from "./share.ts";
import { bestOf, frontOf } from "./standing.ts";
import type { Reason } from "./tally.ts";
import { walkOf } from "./walk.ts";

/**
 * Finds the best of all candidates exactly (branch and bound). Branches are ordered by the lower bound of their step. The first
 * branch gets a tighter, costlier bound and is sorted in again, until it is one candidate, which is estimated. The search ends
 * when the first branch's bound exceeds the worst of the best candidates so far. The set of estimated candidates depends on the
 * answer alone.
 */
export function searchPlans(search: Search): SearchResult {
  const { aims, keep } = search;
  const base = firstScenario(search);
  const walk = walkOf(search.candidates, base);
  const { candidates } = walk;
  const total = candidates.sizes.reduce((product, size) => product * size, 1);
  const standing = aims.length === 1 ? bestOf(keep) : frontOf();
  const decisions = new Decisions(total, search.progress, walk.givenPlace);
  let bounds: SearchBounds | null = null;
  const result = (): SearchResult => ({
    best: standing.best,
    total: decisions.total,
    estimated: decisions.estimated,
    feasible: decisions.feasible,
    decided: decisions.decided,
    reasons: decisions.reasons(),
    refused: decisions.refused,
    planChecks: planChecksOf(search, walk, bounds),
  });
  search.begins?.(result);
  if (total === 0) return result();
  bounds = searchBounds(search, candidates, base);
  const state = {
    ...{ search, walk, bounds, standing, decisions },
    objectives: objectives(aims, bounds.memory),
  };
  const frontier = openBranches(state);
  if (frontier !== null) refine(state, frontier);
  return result();
}

/** Scenario of the search's first candidate; null where a value of the candidate is out of its field's range. */
function firstScenario({ candidates }: Search): Scenario | null {
  const first = candidates.at(new Int32Array(candidates.sizes.length));
  return "unmade" in first ? null : first;
}

/**
 * Returns the branches of the search that no check refuses, as a queue. Null where the search is interrupted before all
 * branches are known.
 */
function openBranches({ search, walk, bounds, objectives, decisions }: SearchState): Frontier | null {
  const bound = orderingBound(bounds, objectives.order);
  const { checks, orders } = bounds;
  const all = branches(walk.candidates, checks, bound, orders, decisions.tally, search.interrupted);
  decisions.endVisits();
  const found = search.share ? shareOf(all, search.share) : all;
  if (search.interrupted()) return null;
  decisions.begin(sumOf(all.plans), sumOf(found.plans));
  return new Frontier(found);
}

/** Refines the branch with the lowest bound until no open branch can hold one of the best, or until the search is interrupted. */
function refine(state: SearchState, frontier: Frontier): void {
  const { search, walk, bounds, objectives, standing, decisions } = state;
  const { sizes } = walk.candidates;
  const hopeful = (bound: number): boolean => standing.hopeful(objectives.leastIn(bound));
  decisions.countBeatenBy(() => frontier.count((bound) => !hopeful(bound)));
  const decide = (reason: Reason, count: number, place: number): void =>
    decisions.decide(reason, count, place, standing.best[0] ?? null);
  const advance = refinement(state, frontier);
  const onStep = objectives.order === "step_time";
  for (let open = frontier.pop(); open !== undefined; open = frontier.pop()) {
    if (search.interrupted()) return;
    const beyond = onStep ? (search.unwantedBeyond?.(open.bound) ?? null) : null;
    if (beyond !== null) {
      decide({ kind: "excluded", reason: beyond }, decisions.open, open.place);
      return;
    }
    if (hopeful(open.bound)) advance(open);
    else if (search.aims.length > 1) {
      const plans = bounds.orders.plansIn(pointAt(sizes, open.place), open.size);
      decide({ kind: "beaten" }, plans, open.place);
    } else {
      decide({ kind: "beaten" }, decisions.open, open.place);
      return;
    }
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
