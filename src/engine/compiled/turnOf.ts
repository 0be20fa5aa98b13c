import type { Read, ReadObject } from "./watchedScenario.ts";

/**
 * What agrees with a record when one field of a part of a scenario turns to another value: one that was not read, or a variable, which
 * is then in `variables`, or the value that was read.
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
