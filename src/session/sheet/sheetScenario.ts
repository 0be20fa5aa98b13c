import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  changeScenario,
  evaluate,
  type ResultValue,
  type ScenarioValue,
  scenarioPart,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { parseOverrides } from "../definitions/overrides.ts";
import { engineOutputs } from "../results/engineOutputs.ts";
import { sessionOutputs } from "../results/sessionOutputs.ts";
import { breakdownOf } from "../show/breakdownOf.ts";
import { fieldData, recordData } from "./fieldData.ts";
import { broken, type Reading } from "./reading.ts";
import { SheetError } from "./sheetError.ts";
import type { SheetCluster, SheetModel, SheetOutputs, SheetPlan } from "./sheetFields.ts";
import { sheetBreakdown, sheetQuantity } from "./sheetQuantity.ts";
import type { SheetCollective, SheetPlain, SheetScenario } from "./sheetTypes.ts";

/** Converts a scenario into the object that a TypeScript cell reads. Throws a `SheetError` for an invalid scenario. */
export function sheetScenario(reading: Reading, scenario: ScenarioValue, place: Place): SheetScenario {
  const context = reading.context();
  const answer = answerOf(context, scenario, place);
  if (answer.kind === "poison") throw broken(answer, scenario.name);
  const part = (name: "model" | "cluster" | "plan"): unknown => {
    const record = scenarioPart(context, scenario, name);
    if (record.kind === "poison") throw broken(record, scenario.name);
    return recordData(context, record);
  };
  const node = (path: string): ResultValue => ({ kind: "result", path, scenario, record: null });
  const made: SheetScenario = {
    kind: "scenario",
    name: scenario.name,
    // The types are generated from the schema, which the fields follow, so the casts are safe.
    model: part("model") as SheetModel,
    cluster: part("cluster") as SheetCluster,
    plan: part("plan") as SheetPlan,
    ...outputsOf(reading, node, place),
    comm: answer.estimate.comm.map(
      ({ callSeconds: _, totalSeconds, ...rest }): SheetCollective => ({ ...rest, seconds: totalSeconds }),
    ),
    quantity(path) {
      const value = valueAt(reading, scenario, path);
      if (value.kind === "quantity") return sheetQuantity(value);
      if (value.kind === "result" && value.quantity) return sheetQuantity(value.quantity);
      if (value.kind === "poison") throw broken(value, path);
      throw new SheetError([], `\`${path}\` is not a number`);
    },
    breakdown(path) {
      const tree = breakdownOf(reading.context(), node(path), place);
      if (tree.kind === "breakdown") return sheetBreakdown(tree.breakdown);
      if (tree.kind === "poison") throw broken(tree, path);
      throw new SheetError([], `there is no breakdown of \`${path}\``);
    },
    with: (changes) => changed(reading, scenario, changes, place),
  };
  return reading.shown(made, scenario.name, scenario, place);
}

/** Converts the results of a scenario to nested objects by path: `memory.peak` becomes `{ memory: { peak } }`. */
function outputsOf(reading: Reading, node: (path: string) => ResultValue, place: Place): SheetOutputs {
  const tree: Record<string, unknown> = {};
  const context = reading.context();
  for (const output of sessionOutputs) {
    if (!["number", "fit", "breakdown", "extrapolated"].includes(output.kind)) continue;
    // A number that also has parts is an object here. Its total is read with `quantity("run")`.
    if (sessionOutputs.some(({ path }) => path.startsWith(`${output.path}.`) && output.kind === "breakdown"))
      continue;
    const names = output.path.split(".");
    const last = names.pop() ?? "";
    let inner = tree;
    for (const name of names) {
      const next = (inner[name] ?? {}) as Record<string, unknown>;
      inner[name] = next;
      inner = next;
    }
    inner[last] = fieldData(context, engineOutputs.read(context, node(output.path), place));
  }
  return tree as unknown as SheetOutputs;
}

/**
 * Value at a path of a scenario or a definition (`scenario.PATH` in the language). Throws a `SheetError` where the path cannot be
 * parsed.
 */
export function valueAt(reading: Reading, scenario: Value, path: string): Value {
  const source = { name: path, text: `it.${path}` };
  const { file, diagnostics } = parse(source, "cell");
  if (!file.result) throw new SheetError(diagnostics, `\`${path}\` is not a path`);
  const scope = reading.scope(source);
  return evaluate(
    reading.context(),
    file.result,
    { ...scope, find: (context, name) => (name === "it" ? scenario : scope.find(context, name)) },
    null,
  );
}

function changed(
  reading: Reading,
  scenario: ScenarioValue,
  changes: Readonly<Record<string, SheetPlain>>,
  place: Place,
): SheetScenario {
  const texts = Object.entries(changes).map(([path, value]) => `${path}=${value ?? "none"}`);
  const read = parseOverrides(texts, reading.scope({ name: scenario.name, text: "" }));
  if (read.diagnostics.length > 0) throw new SheetError(read.diagnostics);
  const made = changeScenario(reading.context(), scenario, read.changes);
  if (made.kind === "poison") throw broken(made, scenario.name);
  return sheetScenario(reading, made, place);
}
