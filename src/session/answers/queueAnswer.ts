import type { Diagnostic, Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  type Context,
  collectOrigins,
  type Poison,
  poison,
  type ResultValue,
  refusalDiagnostic,
  type ScenarioValue,
  scenarioPart,
  toQueue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { numbers } from "../../engine/core/numbers.ts";
import { arrivals } from "../../engine/queue/arrivals.ts";
import { nodeFailures } from "../../engine/queue/nodeFailures.ts";
import { type QueueEstimate, queueEstimate } from "../../engine/queue/queueEstimate.ts";
import { queueOutputs } from "../../engine/queue/queueOutputs.ts";
import { queueRefusals } from "../../engine/queue/queueRefusals.ts";
import { type QueueRun, simulateQueue } from "../../engine/queue/simulateQueue.ts";
import type { Workload } from "../../engine/queue/workload.ts";
import type { Origin } from "../../engine/scenario/scenario.ts";
import { inBase } from "../../units/index.ts";

/** Result of simulating a queue: its jobs, their schedule, the numbers computed from it, and warnings. */
export interface QueueAnswer {
  readonly kind: "queue";
  readonly workload: Workload;
  readonly run: QueueRun;
  readonly estimate: QueueEstimate;
  readonly warnings: readonly Diagnostic[];
}

const answers = new WeakMap<ScenarioValue, QueueAnswer | Poison>();
const rows = new Map(queueOutputs.map((output) => [output.path, output]));

/** True for a scenario that is a queue of jobs. A table row with precomputed results (`ahead`) is never a queue. */
export const isQueue = (scenario: ScenarioValue): boolean =>
  scenario.ahead === undefined && scenario.parts.queue !== undefined;

/** True where a path is a queue's result, or a prefix of one. */
export const isQueuePath = (path: string): boolean =>
  rows.has(path) || queueOutputs.some((one) => one.path.startsWith(`${path}.`));

/**
 * Simulates a queue. Memoised by scenario. A job that no schedule can run becomes a diagnostic at the field that causes
 * it.
 */
export function queueAnswer(
  context: Context,
  scenario: ScenarioValue,
  asked: Place | null,
): QueueAnswer | Poison {
  let answer = answers.get(scenario);
  if (!answer) {
    answer = ask(context, scenario, asked);
    answers.set(scenario, answer);
  }
  if (answer.kind === "queue" && context.quiet === 0)
    for (const warning of answer.warnings) context.warn(warning);
  return answer;
}

export const releaseQueue = (scenario: ScenarioValue): boolean => answers.delete(scenario);

function ask(context: Context, scenario: ScenarioValue, asked: Place | null): QueueAnswer | Poison {
  const record = scenarioPart(context, scenario, "queue");
  if (record.kind === "poison") return record;
  const data = toQueue(context, record);
  if (data.kind === "poison") return data;
  const { kind: _, streams, failures, ...rules } = data;
  const workload: Workload = {
    ...rules,
    failures: failures && nodeFailures(failures, rules.devicesPerNode),
    jobs: arrivals(streams, rules.seed),
  };
  const found = queueRefusals(workload);
  const said = (severity: "error" | "warning"): readonly Diagnostic[] =>
    found
      .filter((one) => one.severity === severity)
      .map((refusal) => refusalDiagnostic(context, scenario, refusal, asked));
  const errors = said("error");
  if (errors.length > 0) return poison(...errors);
  const run = simulateQueue(workload);
  const estimate = queueEstimate(numbers, workload, run);
  return { kind: "queue", workload, run, estimate, warnings: said("warning") };
}

/** Paths of queue results that are ratios and print in percent. */
const PERCENT: ReadonlySet<string> = new Set(["utilisation", "fragmentation", "goodput"]);

/** Value of a queue's result at a path. A result that is shown as a whole page or table gives the node itself. */
export function readQueue(context: Context, node: ResultValue, scenario: ScenarioValue, place: Place): Value {
  const row = rows.get(node.path);
  if (!row) return node;
  const answer = queueAnswer(context, scenario, place);
  if (answer.kind === "poison") return answer;
  switch (row.kind) {
    case "optional": {
      const value = row.read(answer.estimate);
      return value === null
        ? poison(diagnostic("not-available", { output: row.path, needs: row.needs }, place))
        : inBase(value, row.unit);
    }
    case "number":
    case "count": {
      const quantity = inBase(row.read(answer.estimate), row.unit);
      return PERCENT.has(row.path) ? { ...quantity, unit: "%" } : quantity;
    }
    case "breakdown":
      return { ...node, quantity: inBase(row.read(answer.estimate).value, row.unit) };
    default:
      return node;
  }
}

/** Source (written or default) of each field of a queue, keyed by path as `explain` spells it: `queue.jobs[0].time`. */
export function queueOrigins(context: Context, scenario: ScenarioValue): Readonly<Record<string, Origin>> {
  const found: Record<string, Origin> = Object.create(null);
  const record = scenarioPart(context, scenario, "queue");
  if (record.kind === "record") collectOrigins(context, record, "queue", found);
  return found;
}
