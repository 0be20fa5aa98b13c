import { frameworkTags } from "./rows/framework.ts";

/** Names of the software stacks whose newest code has a value among the words or numbers of one of its lists. */
export function stacksWith(field: string, value: string): readonly string[] {
  return frameworkTags.flatMap(({ name, fields }) => {
    const year = Number(fields.find((one) => one.name === "year")?.default ?? Number.NaN);
    const text = fields.find((one) => one.name === field)?.default ?? "";
    const list = newest(text, year);
    return list.startsWith("[") && list.slice(1, -1).split(/,\s*/).includes(value) ? [name] : [];
  });
}

/** What a default that depends on the year says of that one. */
function newest(text: string, year: number): string {
  const found = /^if year (>=|<=) (\d+) then (.+?) else (.+)$/.exec(text);
  if (!found) return text;
  const [, order, bound, then = "", otherwise = ""] = found;
  const holds = order === ">=" ? year >= Number(bound) : year <= Number(bound);
  return newest(holds ? then : otherwise, year);
}
