import type { ServingLoad } from "../estimate/servingLoad.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { serving } from "./answer.ts";

/** Loads at which a curve has a point. */
const LOADS = [0.05, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.94, 0.97];

/** Serving of the same requests at several loads: the rates that are these shares of `capacity`, in requests per second. */
export function loadCurve(scenario: Scenario, capacity: number): readonly ServingLoad[] {
  const { plan } = scenario;
  const { serve } = plan;
  if (!serve?.arrivals) return [];
  const { arrivals } = serve;
  return LOADS.flatMap((load) => {
    const at = { ...arrivals, perSecond: load * capacity };
    const made = serving({ ...scenario, plan: { ...plan, serve: { ...serve, arrivals: at } } });
    return made.ok ? [made.load] : [];
  });
}
