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
export type Facts = Readonly<Record<string, readonly [value: string, source: string]>>;

/** A software stack: the fields of all of them, with what it sets, and `own` ones that only it has (a release's number). */
export function framework(
  name: string,
  doc: string,
  latest: string,
  facts: Facts,
  own: readonly FieldRow[] = [],
): RecordRow {
  return stackOf(frameworkFields, name, doc, latest, facts, own);
}

/** A stack built on another one: what `base` sets, and what differs. */
export function variant(
  base: RecordRow,
  name: string,
  doc: string,
  latest: string,
  facts: Facts,
  own: readonly FieldRow[] = [],
): RecordRow {
  const [, ...inherited] = base.fields;
  return stackOf(inherited, name, doc, latest, facts, own);
}

/** The row of a stack over `fields` (all but the year), whose defaults and sources `facts` replace. */
function stackOf(
  fields: readonly FieldRow[],
  ...[name, doc, latest, facts, own = []]: Parameters<typeof framework>
): RecordRow {
  return { name, doc, fields: [year(latest), ...own, ...withFacts(fields, facts)], positional: "year" };
}

const withFacts = (fields: readonly FieldRow[], facts: Facts): readonly FieldRow[] =>
  fields.map((field) => {
    const fact = facts[field.name];
    return fact ? { ...field, default: fact[0], source: fact[1] } : field;
  });
