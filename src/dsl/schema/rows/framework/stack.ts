import { count } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";
import { frameworkFields } from "./fields.ts";

const year = (latest: string): FieldRow => ({
  name: "year",
  doc: "Year of the code that ran.",
  accepts: count(),
  default: latest,
  range: [2016, 2100],
  plausible: { least: 2018, most: 2035, because: "the field's frameworks are of these years" },
  example: latest,
});

/** A default that a stack sets, with where its code or paper says so. */
type Facts = Readonly<Record<string, readonly [value: string, source: string]>>;

/** A software stack: the fields of all of them, with what it sets. */
export function framework(name: string, doc: string, latest: string, facts: Facts): RecordRow {
  const fields = frameworkFields.map((field): FieldRow => {
    const fact = facts[field.name];
    return fact ? { ...field, default: fact[0], source: fact[1] } : field;
  });
  return { name, doc, fields: [year(latest), ...fields], positional: "year" };
}
