import type { Breakdown } from "../../estimate/breakdown.ts";
import { givenMemory, givenTime } from "../../formulas/step/given.ts";
import type { Context } from "./context.ts";

/**
 * Function that replaces a part of a breakdown, the step's time or its memory, by what the plan sets for it (`plan.time.dp`).
 * Null for a plan that sets none. A part that is set has no parts of its own.
 */
export function givenPart<N>(
  { alg, scenario: { plan } }: Context<N>,
  field: "time" | "memory",
): ((part: Breakdown<N>) => Breakdown<N>) | null {
  const given = plan[field];
  if (Object.keys(given).length === 0) return null;
  return (part) => {
    const name = part.name.slice(field.length + 1);
    if (!(name in given)) return part;
    const set = alg.input(`plan.${part.name}`, given[name] ?? 0, part.unit);
    return {
      ...part,
      label: `${part.label}, as set`,
      value:
        field === "time"
          ? alg.apply(givenTime, { t_o: set, t_e: part.value })
          : alg.apply(givenMemory, { Q_o: set, Q_e: part.value }),
      parts: [],
    };
  };
}
