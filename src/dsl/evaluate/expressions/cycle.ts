import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { type Poison, poison, type RecordValue } from "../values/value.ts";

/**
 * Error for a name that depends on itself, such as a field of `record`. The message lists the names on the cycle in the
 * order of evaluation, with their places.
 */
export function cycle(
  context: Context,
  name: string,
  place: Place | null,
  record: RecordValue | null = null,
): Poison {
  const from = context.trail.findLastIndex((step) => step.name === name);
  const steps = context.trail.slice(Math.max(from, 0));
  const text = [...steps.map((step) => step.name), name].map((step) => `\`${step}\``).join(" -> ");
  const first = steps.find((step) => step.place !== null)?.place ?? place;
  const related = steps
    .slice(1)
    .flatMap((step) =>
      step.place && step.place !== first ? [{ place: step.place, label: `\`${step.name}\`` }] : [],
    );
  const own =
    record !== null && steps.length === 1
      ? { field: name, ...(hides(context, record, name) ? { hidden: name } : {}) }
      : {};
  return poison(diagnostic("cyclic-definition", { cycle: text, ...own }, first ?? undefined, { related }));
}

/** True where a field has the name of a definition that its expression could read outside the record. */
function hides(context: Context, record: RecordValue, name: string): boolean {
  const binding = record.fields.get(name);
  return binding?.kind === "expr" && [...binding.scope.names(context)].includes(name);
}
