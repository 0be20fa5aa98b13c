import { count } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";
import { frameworkFields } from "./fields.ts";

const year = (latest: string): FieldRow => ({
  name: "year",
  doc: "Year of the code that ran.",
  accepts: count(),
  default: latest,
  range: [2016, 2100],
  plausible: { least: 2018, most: 2035, because: "training frameworks date from these years" },
  example: latest,
});

/**
 * Defaults that a framework sets. The key is the field. The value has the default as an expression, and its source: a
 * place in the framework's code or paper.
 */
export type Facts = Readonly<Record<string, readonly [value: string, source: string]>>;

/**
 * Makes the schema row of a framework. The row has the fields of all frameworks, with the defaults in `facts`, and
 * fields of its own (`own`), such as a release number.
 */
export function framework(
  name: string,
  doc: string,
  latest: string,
  facts: Facts,
  own: readonly FieldRow[] = [],
): RecordRow {
  return stackOf(frameworkFields, name, doc, latest, facts, own);
}

/**
 * Makes the schema row of a framework that is built on another one. The row has the defaults of `base`, except for the
 * differing ones in `facts`.
 */
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

/**
 * Makes the schema row of a framework from `fields` (all except the year). `facts` replace their defaults and sources.
 */
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
