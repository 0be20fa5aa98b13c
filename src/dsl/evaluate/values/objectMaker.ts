/**
 * Returns a function that creates objects with the given fields from an array of values. Each field has a path to its
 * value: an index in the array, and perhaps the name of a property of the object there. The function is compiled as one
 * object literal, which V8 builds tens of times faster than a loop over the fields.
 */
export function objectMaker<T>(
  fields: readonly (readonly [name: string, at: readonly (string | number)[]])[],
): (values: readonly unknown[]) => T {
  const written = fields.map(
    ([name, at]) => `${JSON.stringify(name)}: values${at.map((one) => `[${JSON.stringify(one)}]`).join("")}`,
  );
  return new Function("values", `return { ${written.join(", ")} };`) as (values: readonly unknown[]) => T;
}
