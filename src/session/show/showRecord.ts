import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  type Poison,
  type RecordValue,
  readField,
  resolveDevice,
  resolveModel,
  resolvePlan,
} from "../../dsl/evaluate/index.ts";
import {
  clusterCard,
  deviceCard,
  type Fact,
  factsTable,
  modelCard,
  planCard,
  valueLine,
} from "../../report/index.ts";
import { clusterAnswer } from "../answers/clusterAnswer.ts";
import { modelAnswer } from "../answers/modelAnswer.ts";
import { taggedText, textOfValue } from "../text/textOfValue.ts";

import { blocks, type Shown, shown } from "./shown.ts";

/** Document of a definition: a card with its main facts in a few lines. */
export function showRecord(
  context: Context,
  label: string,
  record: RecordValue,
  place: Place,
): Shown | Poison {
  switch (record.type.what) {
    case "model": {
      const model = resolveModel(context, record);
      if (model.kind === "poison") return model;
      const answer = modelAnswer(context, record);
      if (answer.kind === "poison") return answer;
      return shown(modelCard(model.data, answer.params), { model: model.data, params: answer.params });
    }
    case "cluster": {
      const cluster = clusterAnswer(context, record, place);
      return cluster.kind === "poison" ? cluster : shown(clusterCard(cluster.data), cluster.data);
    }
    case "device": {
      const device = resolveDevice(context, record);
      return device.kind === "poison" ? device : shown(deviceCard(device.data), device.data);
    }
    case "plan": {
      const plan = resolvePlan(context, record);
      if (plan.kind === "data") return shown(planCard(plan.data), plan.data);
      // Without a cluster, a plan with `fill` has no numbers yet, so its fields are shown as written.
      if (plan.diagnostics.some((one) => one.severity === "error" && one.code !== "missing-field"))
        return plan;
      const fields = [...record.fields].map(([name, binding]): Fact => {
        const at = binding.kind === "patch" ? null : binding.place;
        return [name, at ? at.source.text.slice(at.span.start, at.span.end) : ".."];
      });
      return shown(blocks({ kind: "heading", level: 2, text: `plan ${record.name}` }, factsTable(fields)), {
        plan: record.name,
      });
    }
    case "queue":
    case "run":
      return shown(blocks(valueLine(label, taggedText(record))), taggedText(record));
    case "tagged":
      return showTagged(context, label, record);
  }
}

/** Document of a tagged value such as `selective(..)`, with all its fields, written or default. */
function showTagged(context: Context, label: string, record: RecordValue): Shown {
  const fields = [...record.type.fields.keys()].flatMap((name): readonly Fact[] => {
    const value = readField(context, record, name);
    return value.kind === "poison" ? [] : [[name, textOfValue(value)]];
  });
  const line = valueLine(label, taggedText(record));
  return shown(fields.length === 0 ? blocks(line) : blocks(line, factsTable(fields)), taggedText(record));
}
