import { addTo, warning } from "../../core/refusal.ts";
import type { Conflict } from "../../scenario/abilities.ts";
import type { Field } from "../../scenario/field.ts";
import type { Framework } from "../../scenario/framework.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { conflicts } from "./conflicts.ts";
import { lacks } from "./lacks.ts";

/** Code of the warning that a plan needs a feature its framework lacks. */
export const NOT_IN_FRAMEWORK = "not-in-framework";

/** A check for one feature that some framework lacks. */
export interface AbilityCheck {
  /** Fields of the plan that the check reads, besides the framework. */
  readonly reads: readonly Field[];
  /** True where a framework lacks any part of the feature. */
  readonly concerns: (framework: Framework) => boolean;
  /** Warnings for a scenario that needs the missing feature. */
  readonly find: (scenario: Scenario) => readonly Refusal[];
}

export const abilityChecks: readonly AbilityCheck[] = [
  ...lacks.map(
    ({ ability, fields, reads, what, asks, has }): AbilityCheck => ({
      reads,
      concerns: ({ runs }) => has(runs) !== null,
      find: (scenario) => {
        const { framework } = scenario.plan;
        const known = has(framework.runs);
        if (known === null) return [];
        return asks(scenario)
          .filter((one) => !known.includes(one))
          .map((one) =>
            warning(NOT_IN_FRAMEWORK, fields, {
              framework: framework.name,
              ...{ what: what(String(one)), ability, asked: String(one), has: known.join(", ") },
            }),
          );
      },
    }),
  ),
  ...(Object.keys(conflicts) as Conflict[]).map((name): AbilityCheck => {
    const { fields, reads, what, asks } = conflicts[name];
    return {
      reads,
      concerns: ({ runs }) => runs.conflicts.includes(name),
      find: (scenario) => {
        const { framework } = scenario.plan;
        if (!framework.runs.conflicts.includes(name) || !asks(scenario)) return [];
        return [
          warning(NOT_IN_FRAMEWORK, fields, {
            framework: framework.name,
            ...{ what, ability: "conflicts", asked: name, has: framework.runs.conflicts.join(", ") },
          }),
        ];
      },
    };
  }),
];

/**
 * Warnings for all features that a plan needs and its framework lacks. A plan written by hand gets the
 * warnings; a search excludes such plans.
 */
export function beyondFramework(scenario: Scenario): readonly Refusal[] {
  const { framework } = scenario.plan;
  const found: Refusal[] = [];
  for (let i = 0; i < abilityChecks.length; i++) {
    const check = abilityChecks[i] as AbilityCheck;
    if (check.concerns(framework)) addTo(found, check.find(scenario));
  }
  return found;
}
