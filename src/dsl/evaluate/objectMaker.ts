/**
 * Makes objects of these fields, given their values in this order. The fields are written out as one literal: V8 makes that some
 * tens of times faster than a copy of as many fields.
 */
export function objectMaker<T>(names: readonly string[]): (values: readonly unknown[]) => T {
  const fields = names.map((name, i) => `${JSON.stringify(name)}: values[${i}]`);
  return new Function("values", `return { ${fields.join(", ")} };`) as (values: readonly unknown[]) => T;
}
