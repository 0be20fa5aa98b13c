import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { type Context, type Entry, entryValue, type Poison, readField } from "../../dsl/evaluate/index.ts";

/**
 * Evaluates every definition of a text, used or not, and reports its errors; returns true where there are any. Missing
 * fields of a plan are no error yet, because `with` or a scenario may supply them. Tables are evaluated later, in their
 * order among the output statements.
 */
export function checkDefinitions(
  context: Context,
  entries: readonly Entry[],
  report: (one: Diagnostic) => void,
): boolean {
  let broken = false;
  const say = (poison: Poison): void => {
    if (poison.needsScenario) return;
    for (const one of poison.diagnostics) {
      if (one.code === "missing-field" || one.code === "missing-argument") continue;
      if (one.severity === "error") broken = true;
      report(one);
    }
  };
  for (const entry of entries) {
    const kind = entry.statement?.kind;
    if (kind !== "define" && kind !== "let" && kind !== "fn") continue;
    const value = entryValue(context, entry);
    if (value.kind === "poison") say(value);
    if (kind !== "define" || value.kind !== "record") continue;
    for (const name of value.fields.keys()) {
      const field = readField(context, value, name);
      if (field.kind === "poison") say(field);
      else if (field.kind === "record" && field.type.what === "tagged") {
        for (const inner of field.fields.keys()) {
          const argument = readField(context, field, inner);
          if (argument.kind === "poison") say(argument);
        }
      }
    }
  }
  return broken;
}
