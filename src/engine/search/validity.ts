import type { Check as EngineCheck } from "../refusals/refusal.ts";
import { checks } from "../refusals/refusals.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import { layoutsOf } from "./layoutsOf.ts";
import { Remembered } from "./remembered.ts";
import type { Space } from "./space.ts";

/** What is against candidates, looked at once for all that agree in what it reads. */
export type Check = Remembered<Refusal | "passes">;

/** The engine's checks. */
export type Validity = readonly Check[];

export function validity(space: Space, base: Scenario | null): Validity {
  return looked(space, base, (found) => found.find(isError) ?? "passes");
}

/** What is made of each check's findings, remembered. */
export function looked<T>(
  space: Space,
  base: Scenario | null,
  of: (found: readonly Refusal[]) => T,
): readonly Remembered<T>[] {
  return checks.map(
    (check) =>
      new Remembered(
        space,
        () => check.reads,
        (scenario) => of(findings(check, scenario)),
        null,
        base,
      ),
  );
}

/** What a check says of a scenario. */
export function findings({ reads, find }: EngineCheck, scenario: Scenario): readonly Refusal[] {
  const layouts = reads.includes("split") ? layoutsOf(scenario) : null;
  return find(scenario, layouts);
}

/** The first refusal of a candidate. */
export function refusalOf(validity: Validity, point: Point): Refusal | null {
  for (const check of validity) {
    const verdict = check.at(point);
    if (verdict !== null && verdict !== "passes") return verdict;
  }
  return null;
}

export const isError = ({ severity }: Refusal): boolean => severity === "error";
