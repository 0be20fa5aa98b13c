import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { PARTS, poison, type ScenarioValue, type Value } from "../values/value.ts";
import { notOffered } from "./problem.ts";
import { scenarioPart } from "./scenarioValue.ts";
import { groupIn, isPartOf } from "./scope.ts";

/**
 * Paths of all results that a scenario has (`step_time`, `memory.peak`). A training scenario, a queue and a run of phases
 * have different results.
 */
export const resultPaths = ({ outputs }: Context, scenario: ScenarioValue): readonly string[] =>
  groupIn(scenario) ? outputs.groupPaths(scenario) : outputs.paths;

/**
 * Evaluates `scenario.name`: a part such as `plan`, or a result of the engine. `also` lists further names that an error
 * may suggest.
 */
export function scenarioMember(
  context: Context,
  scenario: ScenarioValue,
  name: string,
  place: Place,
  also: () => Iterable<string> = () => [],
): Value {
  if (isPartOf(scenario, name)) return scenarioPart(context, scenario, name);
  if (!context.outputs.has(name, scenario))
    return unknownOutput(context, "scenario", name, place, { scenario, also });
  return context.outputs.read(context, { kind: "result", path: name, scenario, record: null }, place);
}

/** Error for a name that is no result of the engine, or no result of this kind of scenario (training, queue or run). */
export function unknownOutput(
  context: Context,
  of: string,
  path: string,
  place: Place,
  asked: { readonly scenario: ScenarioValue; readonly also: () => Iterable<string> } | null = null,
): Value {
  const absent = notOffered(of, path.slice(path.lastIndexOf(".") + 1), place);
  if (absent) return poison(absent);
  const owner = asked && PARTS.find((part) => asked.scenario.parts[part]?.type.fields.has(path));
  const known = asked ? [...resultPaths(context, asked.scenario), ...asked.also()] : context.outputs.paths;
  const suggestion = owner ? `${owner}.${path}` : suggest(path, [...known, ...PARTS]);
  const doc = suggestion === null ? undefined : context.outputs.doc(suggestion);
  return poison(
    diagnostic(
      "unknown-output",
      {
        of: of === "scenario" ? of : `result \`${of}\``,
        output: path,
        ...(suggestion === null ? {} : { suggestion }),
        ...(doc === undefined ? {} : { doc }),
      },
      place,
    ),
  );
}
