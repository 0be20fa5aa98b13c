import { PARTS, type Part, type Poison, type RecordValue, type ScenarioValue } from "../values/value.ts";

export function isPart(name: string): name is Part {
  return (PARTS as readonly string[]).includes(name);
}

/** Scenario that a record belongs to, directly or through its holders; null for none. */
export function scenarioOf(record: RecordValue): ScenarioValue | null {
  for (let at: RecordValue | null = record; at; at = at.holder) if (at.scenario) return at.scenario;
  return null;
}

/** Span of an error in a value read by name. A scope does not know the place of the name; `evaluate` fills it in. */
export const UNPLACED = { start: 0, end: 0 };

/** Answer of what only a scenario has, such as the devices of a cluster, where there is none. */
export const NEEDS_SCENARIO: Poison = { kind: "poison", diagnostics: [], needsScenario: true };
