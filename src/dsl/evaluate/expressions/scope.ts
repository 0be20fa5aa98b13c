import { PARTS, type Part, type Poison, type RecordValue, type ScenarioValue } from "../values/value.ts";

export function isPart(name: string): name is Part {
  return (PARTS as readonly string[]).includes(name);
}

/** True for a name that means a part of this scenario. `run` is a part of a run of phases only. */
export const isPartOf = (scenario: ScenarioValue, name: string): name is Part =>
  isPart(name) || (name === "run" && scenario.parts.run !== undefined);

/** Definition that groups scenarios, a queue or a run of phases, where a scenario is one; null for a scenario to train. */
export const groupIn = ({ parts }: ScenarioValue): RecordValue | null => parts.queue ?? parts.run ?? null;

/** Scenario that a record belongs to, directly or through the records that contain it; null for none. */
export function scenarioOf(record: RecordValue): ScenarioValue | null {
  for (let at: RecordValue | null = record; at; at = at.holder) if (at.scenario) return at.scenario;
  return null;
}

/**
 * Placeholder span for an error in a value that is read by name. A scope does not know where the name is written, so
 * `evaluate` replaces this span with the real one.
 */
export const UNPLACED = { start: 0, end: 0 };

/**
 * Error value of an expression that needs a scenario where there is none, such as `cluster.devices` in a plan. The
 * value carries no message, because the expression is valid in a scenario.
 */
export const NEEDS_SCENARIO: Poison = { kind: "poison", diagnostics: [], needsScenario: true };
