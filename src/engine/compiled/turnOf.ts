import type { Read, ReadObject } from "./watchedScenario.ts";

/**
 * Whether a trace still holds when one field of a part of the scenario changes: the field was not read, is a variable (its value is then
 * written to `variables`), or keeps the value that was read.
 */
export function turnOf(
  read: ReadObject,
  part: string,
  variables: Float64Array,
): (field: string, value: unknown) => boolean {
  const of = read.fields.get(part);
  const fields: ReadonlyMap<string, Read> = of?.kind === "object" ? of.fields : new Map();
  return (field, value) => {
    const known = fields.get(field);
    if (known === undefined) return true;
    if (known.kind === "object" || (known.kind === "plain" && !Object.is(known.value, value))) return false;
    if (known.variable === null) return true;
    if (typeof value !== "number") return false;
    variables[known.variable] = value;
    return true;
  };
}
