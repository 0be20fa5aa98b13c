import type { Point } from "../../../engine/search/candidates.ts";
import type { Change, Value } from "../values/value.ts";
import type { Axis } from "./combinations.ts";

/**
 * Text of the field values that a candidate (point) has, as a program writes them: `tp = 8, sequence_parallel = true`.
 * With `choice`, only the values on that axis.
 */
export function pointText(axes: readonly Axis[], point: Point, choice?: number): string {
  return changesText(
    axes.flatMap((steps, i) => (choice === undefined || choice === i ? (steps[point[i] ?? 0] ?? []) : [])),
  );
}

/** Text of changes to a scenario, as a program writes them: `tp = 8, sequence_parallel = true`. */
export function changesText(changes: readonly Change[]): string {
  return changes
    .map((change) => ({ path: change.path, text: textOf(change) }))
    .filter(({ text }) => text !== "fill")
    .map(({ path, text }) => `${(path.length > 1 ? path.slice(1) : path).join(".")} = ${text}`)
    .join(", ");
}

function textOf({ binding }: Change): string {
  return binding.kind === "value" ? valueText(binding.value) : "..";
}

function valueText(value: Value): string {
  switch (value.kind) {
    case "quantity":
    case "boolean":
      return String(value.value);
    case "word":
      return value.word;
    case "record":
      return value.name;
    default:
      return value.kind === "none" ? "none" : "..";
  }
}
