import type { Field } from "../../../../src/engine/scenario/field.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";

/** Fields of a scenario that a function reads, by their names. A copy of the whole plan reads every field of it. */
export function fieldsRead(scenario: Scenario, run: (watched: Scenario) => unknown): ReadonlySet<Field> {
  const found = new Set<Field>();
  const plan = new Proxy(scenario.plan, {
    get(plan, name) {
      found.add(name as Field);
      return Reflect.get(plan, name);
    },
  });
  const watched = new Proxy(scenario, {
    get(whole, name) {
      if (name === "plan") return plan;
      if (name === "model" || name === "cluster") found.add(name);
      return Reflect.get(whole, name);
    },
  });
  run(watched);
  return found;
}
