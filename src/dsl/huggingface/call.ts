/** Writes a tagged value in the syntax of the language: `gqa(heads = 32, kv_heads = 8)`. */
export function call(tag: string, fields: Readonly<Record<string, string | number | boolean>>): string {
  const list = Object.entries(fields).map(([key, value]) => `${key} = ${value}`);
  return `${tag}(${list.join(", ")})`;
}
