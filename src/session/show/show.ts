import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  asScenario,
  type Context,
  type Poison,
  poison,
  type RecordValue,
  type ScenarioValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { wholeEstimate } from "../../engine/index.ts";
import {
  breakdownTable,
  documentOf,
  drawnTables,
  queueTable,
  summary,
  type Versions,
  valueLine,
} from "../../report/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { uncertaintyIn } from "../answers/lateAnswers.ts";
import { queueAnswer } from "../answers/queueAnswer.ts";
import { drawnSummary, drawnUncertainty } from "../results/drawnSummary.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { uncertainText } from "../text/uncertainText.ts";
import { dataOf, quantityData } from "./dataOf.ts";
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
      return value.type.what === "queue"
        ? showQueue(context, label, value, "", place)
        : showRecord(context, label, value, place);
    case "result":
      return value.scenario?.parts.queue
        ? showQueue(context, label, value.scenario.parts.queue, value.path, place, value.unit)
        : showResult(context, label, value, place);
    case "table":
      return showTable(context, value, undefined);
    case "data":
      return showData(context, value, undefined);
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
      return shown(blocks(valueLine(label, text, value.dimension.key, value.unit)), quantityData(value));
    }
    default: {
      const data = dataOf(value);
      return shown(blocks(valueLine(label, textOfValue(value))), data);
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

/** Document of a queue: its page, or a breakdown of its device time. */
function showQueue(
  context: Context,
  label: string,
  queue: RecordValue,
  path: string,
  place: Place,
  unit?: string,
): Shown | Poison {
  const value = asScenario(queue);
  const answer = value && queueAnswer(context, value, place);
  if (!answer || answer.kind === "poison") return answer ?? poison();
  const { workload, run, estimate } = answer;
  if (path === "device_time") {
    const tree = estimate.deviceTime;
    return shown(blocks(breakdownTable(tree, { caption: label, unit: unit ?? "GPU-hours" })), tree);
  }
  return shown(queueTable(workload, run, estimate), {
    workload,
    spans: run.spans.map(({ job, ...span }) => ({ job: job.name, ...span })),
    idle: run.idle,
    estimate,
  });
}
