import type { Read, ReadObject } from "./watchedScenario.ts";

/**
 * Builds a function that checks a change of one field in a part of the scenario, such as its plan. It returns true where the
 * trace still applies: the field was not read, has the value that was read, or is a variable. The new value of a variable is
 * written to `variables`.
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
