import {
  as as asUnit,
  dimension,
  parseUnit,
  print,
  printDimension,
  suggestUnit,
} from "../../../units/index.ts";
import { diagnostic, type Place } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { describe, poison, type Value } from "../values/value.ts";
import { wrongType } from "./problem.ts";

/** Evaluates `value as unit`: the same value, to be printed in the given unit. */
export function inUnit(context: Context, value: Value, unit: string, place: Place): Value {
  if (value.kind === "poison") return value;
  // `none` is a blank cell, which has no unit to print; but the unit must exist.
  const known = parseUnit(unit);
  if (!known) {
    const suggestion = suggestUnit(unit);
    return poison(
      diagnostic("unknown-unit", { unit, ...(suggestion === null ? {} : { suggestion }) }, place),
    );
  }
  if (value.kind === "none") return value;
  if (value.kind === "result") {
    const base = context.outputs.unit(value.path);
    if (base === known.dimension.key) return { ...value, unit };
    const wanted = printDimension(known.dimension);
    const found =
      base === null ? describe(value) : `\`${value.path}\`, which is ${printDimension(dimension(base))}`;
    return poison(diagnostic("wrong-unit", { what: `\`as ${unit}\``, wanted, found }, place));
  }
  if (value.kind === "list") {
    const items: Value[] = [];
    for (const item of value.items) {
      const converted = inUnit(context, item, unit, place);
      if (converted.kind === "poison") return converted;
      items.push(converted);
    }
    return { kind: "list", items };
  }
  if (value.kind !== "quantity") return wrongType("`as`", "a number", value, place);
  const converted = asUnit(value, unit);
  if (converted) return value.draws ? { ...converted, draws: value.draws } : converted;
  return poison(
    diagnostic(
      "wrong-unit",
      {
        what: `\`as ${unit}\``,
        wanted: printDimension(known.dimension),
        found: `${print(value)}, which is ${printDimension(value.dimension)}`,
      },
      place,
    ),
  );
}
