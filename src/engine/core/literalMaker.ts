/**
 * Returns a constructor of objects with the given fields, each with its path in the argument: an index, and perhaps a field
 * of the object there. The constructor is compiled as one object literal, which V8 builds many times faster than a loop over
 * the fields or a spread.
 */
export function literalMaker<T>(
  fields: readonly (readonly [name: string, at: readonly (string | number)[]])[],
): (values: readonly unknown[]) => T {
  const written = fields.map(
    ([name, at]) => `${JSON.stringify(name)}: values${at.map((one) => `[${JSON.stringify(one)}]`).join("")}`,
  );
  return new Function("values", `"use strict"; return { ${written.join(", ")} };`) as (
    values: readonly unknown[],
  ) => T;
}
