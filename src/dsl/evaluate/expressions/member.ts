import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { NONE, poison, type ResultValue, type Value } from "../values/value.ts";
import { perItem } from "./arithmetic.ts";
import { drawnMember } from "./drawnMember.ts";
import { measuredMember } from "./measuredMember.ts";
import { wrongType } from "./problem.ts";
import { unknownField } from "./record.ts";
import { rowValue } from "./row.ts";
import { scenarioMember, unknownOutput } from "./scenarioMember.ts";
import { asScenario } from "./scenarioValue.ts";

/** Evaluates `object.name`. `place` is the place of `name` in the source, for errors. */
export function member(context: Context, object: Value, name: string, place: Place): Value {
  switch (object.kind) {
    case "poison":
      return object;
    case "record": {
      const group = asScenario(object);
      // The table of a run's phases has the name of the field that lists them.
      const isResult = object.type.what === "run" && group !== null && context.outputs.has(name, group);
      if (object.type.fields.has(name) && !isResult) return placed(context.readField(object, name), place);
      if (group) return placed(scenarioMember(context, group, name, place), place);
      const { outputs } = context;
      if (object.type.what === "model" && outputs.modelPaths.includes(name))
        return outputs.read(context, { kind: "result", path: name, scenario: null, record: object }, place);
      if (object.type.what !== "tagged" && outputs.has(name))
        return needsScenario(name, object.type.name, place);
      return poison(unknownField(object, name, place));
    }
    case "scenario":
      return placed(scenarioMember(context, object, name, place), place);
    case "result":
      return resultMember(context, object, name, place);
    case "quantity":
      if (!object.result || !context.outputs.has(`${object.result.path}.${name}`, object.result.scenario)) {
        const read = drawnMember(object, name);
        if (read) return read;
      }
      return object.result
        ? resultMember(context, object.result, name, place)
        : wrongType(`\`.${name}\``, "a definition, a scenario or a result before it", object, place);
    case "table":
      if (name === "skipped") return { kind: "skipped", table: object };
      if (object.solved && name === "value") return object.solved.value;
      if (object.solved && name === "scenario") return object.rows.at(0)?.scenario ?? NONE;
      if (name === "crossovers") return context.outputs.crossovers(context, object);
      // A result that is a table (`best.sensitivity`) is read on the first row of the outer table, which in a search is
      // the best plan.
      if (context.outputs.isTable(name)) {
        const best = object.rows.at(0);
        if (best) {
          const value = rowValue(context, best, name, place);
          // In `best.sensitivity`, the name of the resulting table begins with `best` instead of the name of the base
          // scenario.
          const whose = `${best.scenario.name}:`;
          return value.kind === "data" && value.name.startsWith(whose)
            ? { ...value, name: `${object.name}:${value.name.slice(whose.length)}` }
            : value;
        }
      }
      return perItem(object.rows, (row) => rowValue(context, row, name, place));
    case "data": {
      if (object.columns.includes(name)) return perItem(object.rows, (row) => row.columns.get(name) ?? NONE);
      const suggestion = suggest(name, object.columns);
      return poison(
        diagnostic("unknown-field", { kind: `table \`${object.name}\``, field: name, suggestion }, place, {
          // A column with a similar name would be another column, so the error offers no fix.
          fix: undefined,
        }),
      );
    }
    case "measured":
      return measuredMember(context, object, name, place);
    case "list":
      return perItem(object.items, (item) => member(context, item, name, place));
    default:
      return wrongType(`\`.${name}\``, "a definition, a scenario or a result before it", object, place);
  }
}

/** Evaluates a name that follows a result and a dot, such as `peak` in `memory.peak` or `high` in `step_time.high`. */
function resultMember(context: Context, object: ResultValue, name: string, place: Place): Value {
  const path = `${object.path}.${name}`;
  if (!context.outputs.has(path, object.scenario))
    return drawnMember(object, name) ?? unknownOutput(context, object.path, path, place);
  return placed(context.outputs.read(context, { ...object, path }, place), place);
}

function needsScenario(name: string, kind: string, place: Place): Value {
  return poison(diagnostic("not-a-scenario", { what: `\`${name}\``, found: `a ${kind}` }, place));
}

/** Gives an error that has no place the place where the program reads the value. Returns other values unchanged. */
function placed(value: Value, place: Place): Value {
  if (value.kind !== "poison") return value;
  if (value.needsScenario)
    return {
      ...poison(diagnostic("not-a-scenario", { what: "this", found: "a definition by itself" }, place)),
      needsScenario: true,
    };
  if (value.diagnostics.every((one) => one.place !== undefined)) return value;
  return { ...value, diagnostics: value.diagnostics.map((one) => (one.place ? one : { ...one, place })) };
}
