import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  asScenario,
  type Context,
  counted,
  type Poison,
  type Quantity,
  type ScenarioValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { wholeEstimate } from "../../engine/index.ts";
import {
  breakdownTable,
  phasesTable,
  queueTable,
  summary,
  type Versions,
  valueLine,
} from "../../report/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { groupOf } from "../answers/groups.ts";
import { uncertaintyIn } from "../answers/lateAnswers.ts";
import { queueAnswer } from "../answers/queueAnswer.ts";
import { runAnswer } from "../answers/runAnswer.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { blocks, type Shown, shown } from "./shown.ts";
import { showRecord } from "./showRecord.ts";
import { showResult } from "./showResult.ts";
import { showSkipped } from "./showSkipped.ts";
import { showData, showTable } from "./showTable.ts";

/** Document that displays a value, with the value as data. The value's kind decides the form. */
export function show(
  context: Context,
  label: string,
  value: Value,
  place: Place,
  versions?: Versions,
): Shown | Poison {
  switch (value.kind) {
    case "poison":
      return value;
    case "scenario":
      return showScenario(context, value, place, versions);
    case "record":
      return (
        showGroup(context, label, asScenario(value), "", place) ?? showRecord(context, label, value, place)
      );
    case "result":
      return (
        showGroup(context, label, value.scenario, value.path, place, value.unit) ??
        showResult(context, label, value, place)
      );
    case "table":
      return showTable(context, value, undefined);
    case "data":
      return showData(context, value, undefined);
    case "skipped":
      return showSkipped(value.table);
    case "quantity":
      return shown(
        blocks(valueLine(label, value.value, value.dimension.key, value.unit)),
        quantityData(value),
      );
    default: {
      const data = dataOf(value);
      return shown(blocks(valueLine(label, textOfValue(value))), data);
    }
  }
}

function quantityData(value: Quantity): unknown {
  return { value: value.value, unit: value.dimension.key };
}

export function dataOf(value: Value): unknown {
  const plain = counted(value);
  switch (plain.kind) {
    case "quantity":
      return quantityData(plain);
    case "list":
      return plain.items.map(dataOf);
    case "boolean":
      return plain.value;
    case "none":
      return null;
    default:
      return textOfValue(plain);
  }
}

function showScenario(
  context: Context,
  scenario: ScenarioValue,
  place: Place,
  versions: Versions | undefined,
): Shown | Poison {
  const answer = answerOf(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const warnings = answer.warnings.map((warning) => warning.message);
  const { estimate } = answer;
  const uncertainty = uncertaintyIn(answer);
  const { peak, capacity, beyond } = estimate.memory;
  const { fits } = uncertainty;
  if (fits === "no" && peak > capacity) context.warn(diagnostic("over-memory", { peak, capacity }, place));
  for (const { place: where, held, capacity: room } of beyond)
    if (room !== null && held.value > room)
      context.warn(diagnostic("over-host-memory", { place: where, held: held.value, capacity: room }, place));
  // Data may be sent to another thread, so it must be plain data without functions.
  const whole = wholeEstimate(estimate);
  return shown(summary(answer.scenario, estimate, warnings, versions, uncertainty), {
    scenario: answer.scenario,
    estimate: { ...whole, memory: { ...whole.memory, fits } },
    uncertainty,
  });
}

/** Document of a queue or a run: its page, or a breakdown of a result. Null for a scenario to train. */
function showGroup(
  context: Context,
  label: string,
  scenario: ScenarioValue | null,
  path: string,
  place: Place,
  unit?: string,
): Shown | Poison | null {
  const group = scenario && groupOf(scenario);
  if (!group) return null;
  const tree = path === "" ? null : group.breakdown(context, scenario, path, place);
  if (tree && "kind" in tree) return tree;
  if (tree) {
    const shownUnit = unit ?? (path === "device_time" ? "GPU-hours" : undefined);
    const asked = shownUnit === undefined ? {} : { unit: shownUnit };
    return shown(blocks(breakdownTable(tree, { caption: label, ...asked })), tree);
  }
  return scenario.parts.queue ? showQueue(context, scenario, place) : showRun(context, scenario, place);
}

function showQueue(context: Context, scenario: ScenarioValue, place: Place): Shown | Poison {
  const answer = queueAnswer(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const { workload, run, estimate } = answer;
  return shown(queueTable(workload, run, estimate), {
    workload,
    spans: run.spans.map(({ job, ...span }) => ({ job: job.name, ...span })),
    idle: run.idle,
    estimate,
  });
}

function showRun(context: Context, scenario: ScenarioValue, place: Place): Shown | Poison {
  const answer = runAnswer(context, scenario, place);
  if (answer.kind === "poison") return answer;
  const { name, estimate, fits } = answer;
  const end = (path: string): number | null => {
    const value = context.outputs.read(context, { kind: "result", path, scenario, record: null }, place);
    return value.kind === "quantity" ? value.value : null;
  };
  const ends = (path: string): readonly [number, number] | null => {
    const [low, high] = [end(`${path}.low`), end(`${path}.high`)];
    return low === null || high === null ? null : [low, high];
  };
  const intervals = { time: ends("time"), cost: estimate.cost && ends("cost") };
  return shown(phasesTable(name, estimate, intervals, fits), { name, estimate, intervals, fits });
}
