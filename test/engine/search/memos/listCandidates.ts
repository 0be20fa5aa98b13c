import type { Field } from "../../../../src/engine/scenario/field.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import type { Candidates } from "../../../../src/engine/search/candidates.ts";

/** Candidates that are a list of scenarios: one choice, the place in the list, which only `varying` fields depend on. */
export function listCandidates(scenarios: readonly Scenario[], varying: ReadonlySet<Field>): Candidates {
  const at = (place: number): Scenario => {
    const found = scenarios[place];
    if (!found) throw new Error(`no scenario ${place}`);
    return found;
  };
  return {
    sizes: [scenarios.length],
    settings: [{ choice: 0, levels: scenarios.map((_, i) => i), count: scenarios.length }],
    seen: { count: 0 },
    reads: (field) => (varying.has(field) ? 1 : 0),
    at: (point) => at(point[0] ?? 0),
    field(field, point) {
      const scenario = at(point[0] ?? 0);
      return field === "model" || field === "cluster" ? scenario[field] : scenario.plan[field];
    },
  };
}
