import { abilityChecks } from "../abilities/beyondFramework.ts";
import type { Check as EngineCheck } from "../refusals/refusal.ts";
import { checks } from "../refusals/refusals.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import { layoutsOf } from "./layoutsOf.ts";
import { type Memo, memo } from "./memo.ts";
import type { Space } from "./space.ts";

/** What is against candidates, looked at once for all that agree in what it reads. */
export type Check = Memo<Refusal | "passes">;

/** The engine's checks. */
export type Validity = readonly Check[];

export function validity(space: Space, base: Scenario | null): Validity {
  const errors = looked(space, base, (found) => found.find(isError) ?? "passes");
  return [...errors, ...abilities(space, base)];
}

/**
 * What the code of a candidate's framework does not run, of what the search chooses: what it leaves as the plan has it is its
 * author's wish. Orders of ranks are chosen from the framework's own.
 */
function abilities(space: Space, base: Scenario | null): Validity {
  const { candidates } = space;
  const oneFramework = base !== null && candidates.reads("framework") === 0;
  return abilityChecks
    .filter(({ reads }) => !reads.includes("rankOrder"))
    .filter(({ concerns }) => !oneFramework || concerns(base.plan.framework))
    .map(({ reads, find }, at) => {
      const chosen = (): boolean => reads.some((field) => field !== "model" && candidates.reads(field) !== 0);
      return memo(space, {
        name: `ability ${at}: ${reads.join(" ")}`,
        fields: () => ["framework", ...reads],
        make: (scenario) => (chosen() ? (find(scenario)[0] ?? "passes") : "passes"),
        base,
      });
    });
}

/** A memo for each of the engine's checks of what `of` makes of its findings. */
export function looked<T>(
  space: Space,
  base: Scenario | null,
  of: (found: readonly Refusal[]) => T,
): readonly Memo<T>[] {
  return checks.map((check, at) =>
    memo(space, {
      name: `check ${at}: ${check.reads.join(" ")}`,
      fields: () => check.reads,
      make: (scenario) => of(findings(check, scenario)),
      base,
    }),
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
