import { estimateOnDemand } from "../answer/answer.ts";
import { estimateWith } from "../answer/estimateWith.ts";
import { numbers } from "../core/numbers.ts";
import type { Field } from "../scenario/field.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { mayFail, neverFinishesAnyhow, type Stops } from "../trainingRun/run/neverFinishes.ts";
import { recovery } from "../trainingRun/run/recovery.ts";
import { contextOf } from "./contextOf.ts";
import { stepFields } from "./fieldsOf.ts";
import { layoutsOf } from "./layoutsOf.ts";
import { memo } from "./memo.ts";
import type { Space } from "./space.ts";
import { unreadByState } from "./unreadByState.ts";
import type { Check } from "./validity.ts";

/**
 * Checks for runs that never finish, whatever their step time: checkpoints take longer than the time between failures, or
 * almost no work between failures is saved. Results are memoised for candidates with equal state and checkpoints. Runs that
 * never finish for other reasons are found when they are estimated.
 */
export interface EndlessRuns {
  readonly each: Check;
  /** Check for a whole branch: refuses where no candidate finishes, whatever its ZeRO stage. */
  readonly whole: Check;
}

/**
 * Plan fields that failures and checkpoints do not depend on: rank placement, exchange of gradients, given memory, and
 * where state is held between checkpoints.
 */
const unread: ReadonlySet<Field> = new Set<Field>([
  ...(["rankOrder", "overlap", "compression", "framework", "gradientScatter", "sync"] as const),
  ...(["memory", "shampoo", "stateOffload"] as const),
]);

/** Fields that do not matter where ZeRO 3 shards the state of each expert over all devices that hold it. */
const unreadByLeast: ReadonlySet<Field> = new Set<Field>(["zero", "ep", "etp"]);

/** Makes the checks for runs that never finish. Null where no candidate has failures. */
export function endlessRuns(space: Space, base: Scenario): EndlessRuns | null {
  const { candidates } = space;
  const varies = candidates.reads("checkpoint") !== 0 || candidates.reads("cluster") !== 0;
  if (!varies && !mayFail(base.plan, base.cluster)) return null;
  const ofState = stepFields(base).filter((field) => !(unreadByState.has(field) || unread.has(field)));
  const read: readonly Field[] = [...ofState, "checkpoint"];
  /**
   * Refusals of runs that never finish, memoised by the numbers in `Stops`, because the full estimate of a refused run is
   * slow.
   */
  const refusals = new Map<string, Refusal>();
  const verdict = (scenario: Scenario, stops: Stops | null): Refusal | "passes" => {
    if (!stops || !neverFinishesAnyhow(stops)) return "passes";
    const key = Object.values(stops).join(" ");
    const known = refusals.get(key) ?? verdictOf(scenario);
    if (known) refusals.set(key, known);
    return known ?? "passes";
  };
  return {
    each: memo(space, {
      name: "runs that never finish",
      fields: () => read,
      make: (scenario) => verdict(scenario, stopsOf(scenario)),
    }),
    whole: memo(space, {
      name: "branches that never finish",
      fields: () => read.filter((field) => !unreadByLeast.has(field)),
      make: (scenario) => verdict(scenario, stopsOf(leastSaved(scenario))),
    }),
  };
}

/** The scenario with the ZeRO stage that saves and loads least per device: `saved` and `loadTime` in checkpoint.ts. */
const leastSaved = (scenario: Scenario): Scenario => ({ ...scenario, plan: { ...scenario.plan, zero: 3 } });

/**
 * Times that decide whether a run finishes: time between failures, checkpoint pause, unsaved work and restart, s. Null for a run
 * without failures or without checkpoints.
 */
function stopsOf(scenario: Scenario): Stops | null {
  const { plan, cluster } = scenario;
  if (!mayFail(plan, cluster)) return null;
  const estimate = estimateWith(numbers, scenario, layoutsOf(scenario));
  const ctx = contextOf(scenario);
  if (!ctx || !estimate?.checkpoint || !estimate.reliability) return null;
  const { blocking, unsafe, load } = estimate.checkpoint;
  // Spot capacity: with less state to save, more is saved before a reclamation, which changes failures and recovery.
  const restart = cluster.spot === null ? recovery(ctx, load, estimate.reliability).total : 0;
  return { mtbf: estimate.reliability.mtbf, blocking, unsafe, restart };
}

/** Estimates a scenario and returns its refusal `never-finishes`, or null. Other refusals are reported by other checks. */
function verdictOf(scenario: Scenario): Refusal | null {
  const answer = estimateOnDemand(scenario);
  return answer.ok ? null : (answer.refusals.find(({ code }) => code === "never-finishes") ?? null);
}
