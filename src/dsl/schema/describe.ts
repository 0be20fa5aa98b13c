import { inBase, print } from "../../units/index.ts";
import type { Accepts, FieldRow } from "./notation/row.ts";

const dimensionWords: Readonly<Record<string, string>> = {
  "1": "number",
  B: "bytes",
  s: "time",
  "B/s": "bytes or bits per second",
  "FLOP/s": "FLOP per second",
  token: "tokens",
  sequence: "sequences",
  GPU: "devices",
  "GPU*s": "device time",
  "$/GPU/s": "$ per device time",
  "J/s": "power",
};

/**
 * Formatting of words and tags in descriptions of fields. In Markdown they become code and links; on hover they stay
 * plain.
 */
export interface Marks {
  word(text: string): string;
  tag(text: string): string;
}
const plainMarks: Marks = { word: (text) => text, tag: (text) => `${text}(..)` };

/** Describes the values that a field accepts: "whole number; or fill". */
export function describeAccepts(accepts: Accepts, marks: Marks = plainMarks): string {
  const parts: string[] = [];
  const numbers = accepts.numbers ?? [];
  if (numbers.includes("1")) parts.push(accepts.integer ? "whole number" : "number");
  else parts.push(...numbers.map((key) => dimensionWords[key] ?? key));
  if (accepts.boolean) parts.push("true or false");
  if (accepts.text) parts.push("text");
  if (accepts.definition) parts.push(`a ${accepts.definition}`);
  if (accepts.tags) parts.push(accepts.tags.map((name) => marks.tag(name)).join(", "));
  if (accepts.form) parts.push(accepts.form);
  else if (accepts.words) parts.push(accepts.words.map((word) => marks.word(word.word)).join(", "));
  if (accepts.list)
    parts.push(`list${accepts.list.form ? ", each" : " of"} ${describeAccepts(accepts.list, marks)}`);
  if (accepts.any) parts.push("a column");
  return parts.join("; or ");
}

/** Describes the range of a field: "≥ 1", "0 to 3". "" where the range is obvious or there is none. */
export function describeRange(field: FieldRow): string {
  if (!field.range) return "";
  const [least, most] = field.range;
  const key = field.accepts.numbers?.[0] ?? "1";
  const show = (value: number) => print(inBase(value, key), field.unit);
  // A lower limit such as "at least one byte" is obvious. Only limits that a plan can reach are shown.
  if (key !== "1" && most === null) return "";
  if (most === null) return least === null ? "" : `≥ ${show(least)}`;
  return least === null ? `≤ ${show(most)}` : `${show(least)} to ${show(most)}`;
}
