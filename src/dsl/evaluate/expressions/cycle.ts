import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { type Poison, poison } from "../values/value.ts";

/**
 * Error for a name that depends on itself. The message lists the names on the cycle in the order of evaluation, with
 * their places.
 */
export function cycle(context: Context, name: string, place: Place | null): Poison {
  const from = context.trail.findLastIndex((step) => step.name === name);
  const steps = context.trail.slice(Math.max(from, 0));
  const text = [...steps.map((step) => step.name), name].map((step) => `\`${step}\``).join(" -> ");
  const first = steps.find((step) => step.place !== null)?.place ?? place;
  const related = steps
    .slice(1)
    .flatMap((step) =>
      step.place && step.place !== first ? [{ place: step.place, label: `\`${step.name}\`` }] : [],
    );
  return poison(diagnostic("cyclic-definition", { cycle: text }, first ?? undefined, { related }));
}
