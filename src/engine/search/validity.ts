import { stageLayouts } from "../model/layout.ts";
import { checks } from "../refusals/refusals.ts";
import type { Refusal } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import { Remembered } from "./remembered.ts";
import type { Space } from "./space.ts";

/** The engine's checks, each looked at once for all candidates that agree in what it reads. */
export type Validity = readonly Remembered<Refusal | "passes">[];

export function validity(space: Space): Validity {
  return checks.map(
    ({ reads, find }) =>
      new Remembered(
        space,
        () => reads,
        (scenario): Refusal | "passes" => {
          const layouts = reads.includes("split") ? stageLayouts(scenario.model, scenario.plan) : null;
          return find(scenario, layouts).find(({ severity }) => severity === "error") ?? "passes";
        },
      ),
  );
}

/** The first refusal of a candidate. */
export function refusalOf(validity: Validity, point: Point): Refusal | null {
  for (const check of validity) {
    const verdict = check.at(point);
    if (verdict !== null && verdict !== "passes") return verdict;
  }
  return null;
}
