import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { measuredNames } from "../values/measuredNames.ts";
import { type MeasuredRun, poison, type Value } from "../values/value.ts";

/** Evaluates `run.name` for a measured run: a number of it, a table, or the plan or model of its printed arguments. */
export function measuredMember(context: Context, run: MeasuredRun, name: string, place: Place): Value {
  const found = run.fields.get(name) ?? run.definitions?.find(context, name);
  if (found) return found;
  const known = measuredNames.find((one) => one.name === name);
  if (known) {
    const has = [...run.fields.keys()].join(", ");
    return poison(diagnostic("not-measured", { run: run.name, what: known.lacks, has }, place));
  }
  const kind = `measured run \`${run.name}\``;
  const names = measuredNames.map((one) => one.name);
  return poison(diagnostic("unknown-field", { kind, field: name, suggestion: suggest(name, names) }, place));
}
