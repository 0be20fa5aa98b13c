import type { Breakdown } from "../../estimate/breakdown.ts";
import type { Context } from "../inputs/context.ts";
import { timePart } from "./timePart.ts";

/** Parts of time that the plan sets and a step does not have by itself. */
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
