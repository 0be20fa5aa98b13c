import { estimateWith } from "../estimateWith.ts";
import { estimateOnDemand } from "../index.ts";
import { numbers } from "../numbers.ts";
import { mayFail } from "../run/neverFinishes.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import { fieldsOf } from "./fieldsOf.ts";
import { layoutsOf } from "./layoutsOf.ts";
import { passing } from "./passing.ts";
import { Remembered } from "./remembered.ts";
import type { Space } from "./space.ts";

/**
 * Which candidates never finish, however long their steps are: a checkpoint stops them for longer than they run between failures. Looked at
 * once for all that agree in their state and in how it is saved; the few others that never finish are told by their estimates.
 */
export function endlessRuns(space: Space, base: Scenario): Remembered<Refusal | "passes"> {
  const read = fieldsOf(base).filter((field) => field === "checkpoint" || !passing.has(field));
  /** By what is said of them: the rest of an estimate takes longer than to see that there is none. */
  const told = new Map<string, Refusal>();
  return new Remembered(
    space,
    () => read,
    (scenario) => {
      const stops = stopsOf(scenario);
      if (!stops || stops.blocking < stops.mtbf) return "passes";
      const key = `${stops.blocking} ${stops.mtbf}`;
      const verdict = told.get(key) ?? verdictOf(scenario);
      if (verdict) told.set(key, verdict);
      return verdict ?? "passes";
    },
  );
}

/** How long a checkpoint stops a run, and how long it runs between failures, s; null for one without either. */
function stopsOf(scenario: Scenario): { readonly blocking: number; readonly mtbf: number } | null {
  if (!mayFail(scenario.plan, scenario.cluster)) return null;
  const estimate = estimateWith(numbers, scenario, layoutsOf(scenario));
  if (!estimate?.checkpoint || !estimate.reliability) return null;
  return { blocking: estimate.checkpoint.blocking, mtbf: estimate.reliability.mtbf };
}

/** Where another check refuses the scenario too, it says so itself. */
function verdictOf(scenario: Scenario): Refusal | null {
  const answer = estimateOnDemand(scenario);
  return answer.ok ? null : (answer.refusals.find(({ code }) => code === "never-finishes") ?? null);
}
