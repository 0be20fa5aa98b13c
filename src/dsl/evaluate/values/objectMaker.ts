/**
 * Returns a constructor of objects with the given fields. Each field's path leads to its value in the argument: an index of an
 * array, and perhaps a field name of the object there. The constructor is compiled as one object literal, which V8 builds tens of
 * times faster than a loop over the fields.
 */
export function objectMaker<T>(
  fields: readonly (readonly [name: string, at: readonly (string | number)[]])[],
): (values: readonly unknown[]) => T {
  const written = fields.map(
    ([name, at]) => `${JSON.stringify(name)}: values${at.map((one) => `[${JSON.stringify(one)}]`).join("")}`,
  );
  return new Function("values", `return { ${written.join(", ")} };`) as (values: readonly unknown[]) => T;
}
