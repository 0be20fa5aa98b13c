import { EXACT, fitOf } from "../trainingStep/memory/fit.ts";
import type { PlanChecks } from "./nearestFit.ts";
import { NOTHING, type Search } from "./search.ts";
import type { SearchBounds } from "./searchBounds.ts";
import { refusalOf } from "./validity.ts";
import type { Walk } from "./walk.ts";

/**
 * Makes the checks of a search's plans. Points refer to the candidates that the search was given, before it reorders their
 * choices. Without `bounds` no plan is refused.
 */
export function planChecksOf(search: Search, walk: Walk, bounds: SearchBounds | null): PlanChecks {
  return {
    leastStep: (point, known) => bounds?.step?.[known](walk.turned(point)) ?? 0,
    possible(point) {
      const turned = walk.turned(point);
      if (bounds && (refusalOf(bounds.checks, turned) !== null || bounds.capacity.lacking(turned) !== null))
        return false;
      return (search.unwanted?.(point, NOTHING) ?? null) === null;
    },
    fits(scenario, { memory }) {
      const fit = fitOf(memory, search.fitting?.ends(scenario) ?? EXACT);
      return fit === "yes" || (!(search.fitting?.sure ?? true) && fit === "maybe");
    },
    wanted: (place, scenario, estimate) => search.unmet(place, scenario, estimate) === null,
  };
}
