import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { PARTS, poison, type ScenarioValue, type Value } from "../values/value.ts";
import { scenarioPart } from "./scenarioValue.ts";
import { isPart } from "./scope.ts";

/** Paths of a scenario's results, or of a queue's. */
export const resultPaths = ({ outputs }: Context, { parts }: ScenarioValue): readonly string[] =>
  parts.queue ? outputs.queuePaths : outputs.paths;

/** Member of a scenario: one of its parts, or an output of the engine. `also` lists further names for did-you-mean. */
export function scenarioMember(
  context: Context,
  scenario: ScenarioValue,
  name: string,
  place: Place,
  also: () => Iterable<string> = () => [],
): Value {
  if (isPart(name)) return scenarioPart(context, scenario, name);
  if (!context.outputs.has(name, scenario))
    return unknownOutput(context, "scenario", name, place, { scenario, also });
  return context.outputs.read(context, { kind: "result", path: name, scenario, record: null }, place);
}

/** Error for a result that the engine does not have, or not of such a scenario. */
export function unknownOutput(
  context: Context,
  of: string,
  path: string,
  place: Place,
  asked: { readonly scenario: ScenarioValue; readonly also: () => Iterable<string> } | null = null,
): Value {
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
