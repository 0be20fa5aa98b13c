import { printDimension } from "../../../units/index.ts";
import type { Dimension } from "../../../units/quantity.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, position, suggest } from "../../diagnostics/index.ts";
import { unmodelled } from "../../schema/index.ts";
import { describe, type FunctionValue, type Poison, poison, type Value } from "../values/value.ts";

export function dimensionMismatch(
  operation: string,
  [left, right]: readonly [Dimension, Dimension],
  place: Place,
): Diagnostic {
  return diagnostic(
    "dimension-mismatch",
    { operation, left: printDimension(left), right: printDimension(right) },
    place,
  );
}

/**
 * Error for two lists of different lengths in arithmetic, and for a list whose length differs from the number of a
 * table's rows.
 */
export function differentLengths(what: string, wanted: number, found: number, place: Place): Diagnostic {
  return diagnostic("different-lengths", { what, wanted, found }, place);
}

/** Error for a value of a wrong type. `what` names the operation or field, `wanted` the type that it accepts. */
export function wrongType(what: string, wanted: string, found: Value, place: Place): Poison {
  if (found.kind === "poison") return found;
  const help = found.kind === "function" ? { help: callHelp(found) } : {};
  return poison(diagnostic("wrong-type", { what, wanted, found: describe(found) }, place, help));
}

/** Help for a function that stands where its value is wanted: how it is called, and what its comment says. */
export function callHelp({ name, params, doc }: FunctionValue): string {
  const call = `call it: \`${name}(${params.map((one) => `${one.name} = ..`).join(", ")})\``;
  return doc === undefined ? call : `${call}. ${doc}`;
}

/** Short text of a place for notes: `plan.dtp:4` for line 4 of the file `plan.dtp`. */
export function whereOf(place: Place): string {
  return `${place.source.name}:${position(place.source, place.span.start).line}`;
}

/** Diagnostic for an argument that a function or tag does not have, with similar names among `known`. */
export function unknownArgument(fn: string, argument: string, known: Iterable<string>, place: Place) {
  const absent = notOffered(fn, argument, place);
  if (absent) return absent;
  const names = [...known];
  const suggestion = suggest(argument, names);
  return diagnostic(
    "unknown-argument",
    {
      function: fn,
      argument,
      ...(suggestion === null ? {} : { suggestion }),
      arguments: names.map((one) => `\`${one}\``).join(", ") || "no arguments",
    },
    place,
  );
}

/** Error for a name of something that is not modelled, at a place such as `plan` or `sync`; null for other names. */
export function notOffered(where: string, name: string, place: Place | undefined): Diagnostic | null {
  const row = unmodelled(where, name);
  if (!row) return null;
  const { what, why, instead } = row;
  return diagnostic("not-offered", { name, what, why, instead }, place);
}
