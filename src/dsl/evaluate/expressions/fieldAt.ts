import type { FieldRow } from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import {
  type Change,
  type Part,
  type Poison,
  poison,
  type ScenarioValue,
  type Value,
} from "../values/value.ts";
import { wrongType } from "./problem.ts";
import { readField } from "./readField.ts";
import { unknownField } from "./record.ts";
import { scenarioPart, strayPath } from "./scenarioValue.ts";
import { isPart, isPartOf } from "./scope.ts";

/** Makes the schema row for a `for` clause that varies a whole model, cluster or plan: `for model in [a, b]`. */
const wholeRow = (part: Part): FieldRow => ({
  name: part,
  doc: `The scenario's ${part}.`,
  accepts: { definition: part },
  example: part,
});

/** Schema row of a field of a scenario, at a path such as `plan.tp`, as `for` clauses and controls name it. */
export function fieldOf(
  context: Context,
  base: ScenarioValue,
  { path, places }: Pick<Change, "path" | "places">,
): FieldRow | Poison {
  const [part = "", ...rest] = path;
  if (!isPartOf(base, part)) return strayPath({ path, places });
  if (rest.length === 0) return wholeRow(part);
  return fieldInside(context, scenarioPart(context, base, part), { path: rest, places: places.slice(1) });
}

/** Schema row of a field of a record, at a path that leads through tagged values and scenarios. */
export function fieldInside(
  context: Context,
  owner: Value,
  { path, places }: Pick<Change, "path" | "places">,
): FieldRow | Poison {
  let record = owner;
  for (const [at, name] of path.entries()) {
    if (record.kind === "poison") return record;
    const place = places[at] ?? places[0];
    if (record.kind === "scenario") {
      if (!isPart(name)) return strayPath({ path: path.slice(at), places: places.slice(at) });
      if (at === path.length - 1) return wholeRow(name);
      record = scenarioPart(context, record, name);
      continue;
    }
    if (record.kind !== "record") {
      return place ? wrongType(`\`${path[at - 1] ?? name}\``, "a record", record, place) : poison();
    }
    const field = record.type.fields.get(name);
    if (!field) return poison(unknownField(record, name, place));
    if (at === path.length - 1) return field.row;
    record = readField(context, record, name);
  }
  return poison();
}
