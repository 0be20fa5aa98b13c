import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  asScenario,
  type Context,
  type Poison,
  type ScenarioValue,
  type Scope,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { wholeEstimate } from "../../engine/index.ts";
import {
  breakdownTable,
  documentOf,
  drawnTables,
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
import { drawnSummary, drawnUncertainty } from "../results/drawnSummary.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { uncertainText } from "../text/uncertainText.ts";
import { dataOf, quantityData } from "./dataOf.ts";
import { showMeasured } from "./showMeasured.ts";
import { blocks, type Shown, shown } from "./shown.ts";
import { showRecord } from "./showRecord.ts";
import { showResult } from "./showResult.ts";
import { showSkipped } from "./showSkipped.ts";
import { showData, showTable } from "./showTable.ts";

/**
 * Document that displays a value, with the value as data. The value's kind decides the form. `reader` is the scope in which
 * numbers of tables can be explained; without it they are not.
 */
export function show(
  context: Context,
  label: string,
  value: Value,
  place: Place,
  versions?: Versions,
  reader?: Scope,
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
      return showTable(context, value, undefined, reader);
    case "data":
      return showData(context, value, undefined);
    case "measured":
      return showMeasured(context, value);
    case "skipped":
      return showSkipped(value.table);
    case "function":
      return shown(
        blocks(
          { kind: "paragraph", text: textOfValue(value) },
          ...(value.doc === undefined ? [] : [{ kind: "paragraph", text: value.doc } as const]),
        ),
        dataOf(value),
      );
    case "quantity": {
      const { draws } = value;
      const text = draws ? uncertainText(value, draws) : value.value;
      return shown(
        blocks(valueLine(label, text, value.dimension.key, value.unit, { path: "" })),
        quantityData(value),
      );
    }
    default: {
      const data = dataOf(value);
      return shown(blocks(valueLine(label, textOfValue(value), undefined, undefined, { path: "" })), data);
    }
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
  const drawn = drawnSummary(context, scenario);
  const alone = uncertaintyIn(answer);
  const uncertainty = drawn ? drawnUncertainty(context, scenario, alone) : alone;
  const { peak, capacity, beyond } = estimate.memory;
  const { fits } = uncertainty;
  if (fits === "no" && peak > capacity) context.warn(diagnostic("over-memory", { peak, capacity }, place));
  for (const { place: where, held, capacity: room } of beyond)
    if (room !== null && held.value > room)
      context.warn(diagnostic("over-host-memory", { place: where, held: held.value, capacity: room }, place));
  // Data may be sent to another thread, so it must be plain data without functions.
  const whole = wholeEstimate(estimate);
  const page = summary(answer.scenario, estimate, warnings, versions, uncertainty);
  const data = {
    scenario: answer.scenario,
    estimate: { ...whole, memory: { ...whole.memory, fits } },
    uncertainty,
  };
  return drawn
    ? shown(documentOf(page, ...drawnTables(drawn)), { ...data, uncertain: drawn })
    : shown(page, data);
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
