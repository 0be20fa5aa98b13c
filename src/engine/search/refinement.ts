import { pointAt, runLength } from "./candidates.ts";
import { atLeast, CLOSER } from "./closer.ts";
import { evaluateCandidate } from "./evaluateCandidate.ts";
import type { Frontier, Open } from "./frontier.ts";
import { rejections } from "./rejections.ts";
import type { SearchState } from "./searchState.ts";
import type { Reason } from "./tally.ts";

/**
 * Returns the function that advances a search by one branch. It computes the next tighter bound of the branch, splits the
 * branch into runs of candidates with an equal bound, and queues them in `frontier`. Single candidates with all bounds are
 * estimated.
 */
export function refinement(state: SearchState, frontier: Frontier): (open: Open) => void {
  const { walk, bounds, objectives, standing, decisions } = state;
  const { candidates } = walk;
  const { sizes } = candidates;
  const { orders, step } = bounds;
  const onStep = objectives.order === "step_time";
  const reject = rejections(state);
  const decide = (reason: Reason | null, count: number, place: number): void =>
    decisions.decide(reason, count, place, standing.best[0] ?? null);
  /** Rejects or estimates a single candidate, or queues it with its last bound. */
  const single = (bound: number, place: number): void => {
    const reason = reject.ofPlan(place, bound);
    if (reason) decide(reason, 1, place);
    else if (onStep && step)
      frontier.push({
        ...{ bound: atLeast(bound, step.allButBubble(pointAt(sizes, place))), place },
        ...{ size: 1, known: "allButBubble" },
      });
    else decide(evaluateCandidate(state, place), 1, place);
  };
  return (open) => {
    const { bound, place, size, known } = open;
    const reason = reject.ofBranch(open);
    if (reason) {
      decide(reason, orders.plansIn(pointAt(sizes, place), size), place);
      return;
    }
    const closer = onStep ? CLOSER[known] : null;
    for (let at = place; at < place + size; ) {
      const point = pointAt(sizes, at);
      if (orders.repeats(point)) {
        at++;
        continue;
      }
      const without =
        closer === "dataParallel"
          ? reject.ofState(at, bound)
          : closer === "microBatch"
            ? reject.ofPlan(at, bound)
            : null;
      if (without) {
        decide(without, 1, at);
        at++;
        continue;
      }
      if (step && closer !== null && closer !== "allButBubble") {
        const next = atLeast(bound, step[closer](point));
        // Computing the bound may have revealed further settings that it depends on.
        const run = runLength(candidates, step.reads[closer]());
        const part = Math.min(place + size - at, run - (at % run));
        frontier.push({ bound: next, place: at, size: part, known: closer });
        at += part;
      } else {
        if (known === "allButBubble") decide(reject.ofPlan(at, bound) ?? evaluateCandidate(state, at), 1, at);
        else single(bound, at);
        at++;
      }
    }
  };
}
