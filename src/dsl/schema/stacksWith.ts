import { frameworkTags } from "./rows/framework.ts";

/**
 * Names of the training frameworks whose latest version has `value` in the list `field`, for messages that advise a
 * change of framework.
 */
export function stacksWith(field: string, value: string): readonly string[] {
  return frameworkTags.flatMap(({ name, fields }) => {
    const year = Number(fields.find((one) => one.name === "year")?.default ?? Number.NaN);
    const text = fields.find((one) => one.name === field)?.default ?? "";
    const list = newest(text, year);
    return list.startsWith("[") && list.slice(1, -1).split(/,\s*/).includes(value) ? [name] : [];
  });
}

/**
 * Part of a default's expression that applies in a given year, for an expression `if year >= .. then .. else ..`. Any
 * other text is returned unchanged.
 */
function newest(text: string, year: number): string {
  const found = /^if year (>=|<=) (\d+) then (.+?) else (.+)$/.exec(text);
  if (!found) return text;
  const [, order, bound, then = "", otherwise = ""] = found;
  const holds = order === ">=" ? year >= Number(bound) : year <= Number(bound);
  return newest(holds ? then : otherwise, year);
}
