import { warning } from "../../core/refusal.ts";
import type { Conflict } from "../../scenario/abilities.ts";
import type { Field } from "../../scenario/field.ts";
import type { Framework } from "../../scenario/framework.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { conflicts } from "./conflicts.ts";
import { lacks } from "./lacks.ts";

/** The code of the warning that a plan asks for what its framework's code does not run. */
export const NOT_IN_FRAMEWORK = "not-in-framework";

/** One thing that the code of some framework does not run. */
export interface AbilityCheck {
  /** Fields of the plan that it reads, beside the framework. */
  readonly reads: readonly Field[];
  /** Whether a framework's code lacks any of it. */
  readonly concerns: (framework: Framework) => boolean;
  /** What the scenario asks for in vain. */
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

/** All that a plan asks of its framework's code in vain. A plan written by hand is warned of it; a search takes no such plan. */
export function beyondFramework(scenario: Scenario): readonly Refusal[] {
  const { framework } = scenario.plan;
  const found: Refusal[] = [];
  for (const { concerns, find } of abilityChecks)
    if (concerns(framework)) for (const one of find(scenario)) found.push(one);
  return found;
}
