import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import type { Context, Poison, ResultValue, ScenarioValue, Value } from "../../dsl/evaluate/index.ts";
import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import { queueOutputs } from "../../engine/queue/queueOutputs.ts";
import { phaseOutputs } from "../../engine/trainingRun/phases/phaseOutputs.ts";
import { isQueuePath, queueAnswer, readQueue, releaseQueue } from "./queueAnswer.ts";
import { isRunPath, readRun, releaseRun, runAnswer, runBreakdown } from "./runAnswer.ts";

/** Results of a definition that groups scenarios: a queue of jobs, or a run of phases. */
export interface Group {
  readonly outputs: readonly { readonly path: string; readonly unit?: string; readonly doc: string }[];
  /** True where a path is a result, or a prefix of one. */
  has(path: string): boolean;
  /** Errors that leave the group without results; null where it has them. */
  problem(context: Context, scenario: ScenarioValue, place: Place | null): Poison | null;
  read(context: Context, node: ResultValue, scenario: ScenarioValue, place: Place): Value;
  /** Breakdown of a result; null for a result without parts. */
  breakdown(context: Context, scenario: ScenarioValue, path: string, place: Place): Breakdown | null | Poison;
  release(scenario: ScenarioValue): boolean;
  /** Columns that a table of such scenarios shows by default. */
  readonly usual: readonly string[];
}

const queues: Group = {
  outputs: queueOutputs,
  has: isQueuePath,
  problem(context, scenario, place) {
    const answer = queueAnswer(context, scenario, place);
    return answer.kind === "poison" ? answer : null;
  },
  read: readQueue,
  breakdown(context, scenario, path, place) {
    const answer = queueAnswer(context, scenario, place);
    if (answer.kind === "poison") return answer;
    return path === "device_time" ? answer.estimate.deviceTime : null;
  },
  release: releaseQueue,
  usual: ["utilisation", "wait", "makespan"],
};

const runs: Group = {
  outputs: phaseOutputs,
  has: isRunPath,
  problem(context, scenario, place) {
    const answer = runAnswer(context, scenario, place);
    return answer.kind === "poison" ? answer : null;
  },
  read: readRun,
  breakdown(context, scenario, path, place) {
    const answer = runAnswer(context, scenario, place);
    return answer.kind === "poison" ? answer : runBreakdown(answer, path);
  },
  release: releaseRun,
  usual: ["time", "device_time as GPU-hours", "tokens"],
};

/**
 * Results of a scenario that is a queue or a run of phases; null for a scenario to train. A table row with precomputed
 * results (`ahead`) is always a scenario to train.
 */
export function groupOf({ ahead, parts }: ScenarioValue): Group | null {
  if (ahead !== undefined) return null;
  return parts.queue ? queues : parts.run ? runs : null;
}
