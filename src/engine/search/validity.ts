import type { Check as EngineCheck } from "../core/refusal.ts";
import { abilityChecks } from "../refusals/abilities/beyondFramework.ts";
import { checks } from "../refusals/refusals.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import type { Point } from "./candidates.ts";
import { layoutsOf } from "./layoutsOf.ts";
import { type Memo, memo } from "./memo.ts";
import type { Space } from "./space.ts";

/** Memo of one check's verdict on a candidate: its refusal, or "passes". */
export type Check = Memo<Refusal | "passes">;

/** Memos of all checks of the engine, and of what the framework's code can run. */
export type Validity = readonly Check[];

export function validity(space: Space, base: Scenario | null): Validity {
  const own = checks.filter(({ listed }) => listed !== true);
  const errors = looked(space, base, (found) => found.find(isError) ?? "passes", own);
  return [...errors, ...abilities(space, base)];
}

/**
 * Checks of the framework's abilities, limited to fields that the search chooses: fields written by the user stand. Rank orders
 * come from the framework's own list, so they need no check.
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

/** Memos of all the engine's checks. Each value is `of` applied to the check's findings. */
export function looked<T>(
  space: Space,
  base: Scenario | null,
  of: (found: readonly Refusal[]) => T,
  all: readonly EngineCheck[] = checks,
): readonly Memo<T>[] {
  return all.map((check, at) =>
    memo(space, {
      name: `check ${at}: ${check.reads.join(" ")}`,
      fields: () => check.reads,
      make: (scenario) => of(findings(check, scenario)),
      base,
    }),
  );
}

/** Findings of one check for a scenario. */
export function findings({ reads, find }: EngineCheck, scenario: Scenario): readonly Refusal[] {
  const layouts = reads.includes("split") ? layoutsOf(scenario) : null;
  return find(scenario, layouts);
}

/** First refusal of a candidate by the checks; null where every check passes. */
export function refusalOf(validity: Validity, point: Point): Refusal | null {
  for (const check of validity) {
    const verdict = check.at(point);
    if (verdict !== null && verdict !== "passes") return verdict;
  }
  return null;
}

export const isError = ({ severity }: Refusal): boolean => severity === "error";
