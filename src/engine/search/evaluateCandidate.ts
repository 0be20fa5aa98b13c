import { estimateOnDemand } from "../answer/answer.ts";
import type { Refusal } from "../scenario/scenario.ts";
import { fitOf } from "../trainingStep/memory/fit.ts";
import { overfull } from "../trainingStep/memory/overfull.ts";
import { pointAt } from "./candidates.ts";
import type { SearchState } from "./searchState.ts";
import type { Reason } from "./tally.ts";
import { isError } from "./validity.ts";

/** Estimates the candidate with index `at`. Returns the reason that rejects it, or null after adding it to the best so far. */
export function evaluateCandidate(
  { search, walk, bounds, standing, decisions }: SearchState,
  at: number,
): Reason | null {
  const { candidates } = walk;
  const { capacity } = bounds;
  const scenario = candidates.at(pointAt(candidates.sizes, at));
  if ("unmade" in scenario) return { kind: "unmade", ...scenario.unmade };
  decisions.estimated++;
  const answer = estimateOnDemand(scenario);
  if (!answer.ok) return { kind: "refused", refusal: refusedBy(answer.refusals) };
  const { memory } = answer.estimate;
  const peak = capacity.ends(pointAt(candidates.sizes, at));
  const fit = fitOf(memory, peak);
  const over = fit === "no" ? overfull(memory) : null;
  if (over) return { kind: "over memory", bytes: over.bytes, capacity: over.capacity };
  const place = walk.givenPlace(at);
  const reason = search.unmet(place, scenario, answer.estimate);
  if (reason !== null) return { kind: "excluded", reason };
  if (capacity.sure && fit !== "yes")
    return { kind: "may not fit", bytes: memory.peak * peak.high, capacity: memory.capacity };
  const values: number[] = [];
  for (const aim of search.aims) {
    const value = aim.value(place, scenario, answer.estimate);
    if (value === null) return { kind: "excluded", reason: "no objective" };
    values.push(value);
  }
  decisions.feasible++;
  standing.offer({ place, values });
  return null;
}

/**
 * Returns the first error among the refusals of a plan. The plan passed all checks but has no estimate, because some runs that
 * never finish show only in the estimate.
 */
function refusedBy(refusals: readonly Refusal[]): Refusal {
  const refusal = refusals.find(isError);
  if (!refusal) throw new Error("a plan without an estimate is refused for a reason");
  return refusal;
}
