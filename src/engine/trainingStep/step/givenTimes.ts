import type { Breakdown } from "../../estimate/breakdown.ts";
import { givenTime } from "../../formulas/step/given.ts";
import type { Context } from "../inputs/context.ts";
import { timePart } from "./timePart.ts";

/**
 * Function that replaces a part of the step's time by the time that the plan sets for it (`plan.time.dp`). Null for a
 * plan that sets none.
 */
export function givenTimes<N>({ alg, scenario }: Context<N>): ((part: Breakdown<N>) => Breakdown<N>) | null {
  const { time } = scenario.plan;
  if (Object.keys(time).length === 0) return null;
  return (part) => {
    const name = part.name.slice("time.".length);
    if (!(name in time)) return part;
    const t_o = alg.input(`plan.${part.name}`, time[name] ?? 0, "s");
    return { ...part, label: `${part.label}, as set`, value: alg.apply(givenTime, { t_o, t_e: part.value }) };
  };
}

/** Parts that the plan sets and a step does not have by itself. */
export function addedTimes<N>(
  { alg, scenario }: Context<N>,
  present: ReadonlySet<string>,
): readonly Breakdown<N>[] {
  const { time } = scenario.plan;
  return Object.keys(time)
    .filter((name) => !present.has(`time.${name}`))
    .map((name) =>
      timePart(
        name,
        `${name.replaceAll("_", " ")}, as set`,
        alg.input(`plan.time.${name}`, time[name] ?? 0, "s"),
      ),
    );
}
