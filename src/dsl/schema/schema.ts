import type { DefinitionKind } from "../ast/ast.ts";
import type { Accepts, FieldRow, RecordRow } from "./notation/row.ts";
import { clusterRow, clusterTags } from "./rows/cluster.ts";
import { deviceRow, deviceTags } from "./rows/device.ts";
import { modelRow, modelTags } from "./rows/model.ts";
import { planRow, planTags } from "./rows/plan.ts";
import { queueRow, queueTags } from "./rows/queue.ts";

/** Rows of all kinds of definitions. */
export const kindRows: readonly RecordRow[] = [modelRow, deviceRow, clusterRow, planRow, queueRow];
/** Rows of all tags of all fields. A tag's name has one meaning in the whole language. */
export const tagRows: readonly RecordRow[] = [
  ...modelTags,
  ...deviceTags,
  ...clusterTags,
  ...planTags,
  ...queueTags,
];

const kinds = new Map(kindRows.map((row) => [row.name, row]));
const tags = new Map(tagRows.map((row) => [row.name, row]));
const fields = new Map(
  [...kindRows, ...tagRows].map((row) => [row, new Map(row.fields.map((field) => [field.name, field]))]),
);

const kindRowOf: Readonly<Record<DefinitionKind, RecordRow>> = {
  model: modelRow,
  device: deviceRow,
  cluster: clusterRow,
  plan: planRow,
  queue: queueRow,
};

export function kindRow(kind: DefinitionKind): RecordRow {
  return kindRowOf[kind];
}

/** Row of a tag by name (`mha`), or null. */
export function tagRow(name: string): RecordRow | null {
  return tags.get(name) ?? null;
}

/** Row of a kind or a tag by name, or null. */
export function recordRow(name: string): RecordRow | null {
  return kinds.get(name) ?? tags.get(name) ?? null;
}

/** Field of a record by name, or null. */
export function fieldRow(record: RecordRow, name: string): FieldRow | null {
  return fields.get(record)?.get(name) ?? record.fields.find((field) => field.name === name) ?? null;
}

/** True for a field that must be written. */
export function isRequired(field: FieldRow): boolean {
  return field.default === undefined && field.derived !== true;
}

/** Tags that a field accepts, directly or in a list. */
export const tagsOf = ({ tags = [], list }: Accepts): readonly string[] => [...tags, ...(list?.tags ?? [])];

const takers = new Map(
  [...kindRows, ...tagRows].flatMap((row) =>
    row.fields.flatMap((field) => tagsOf(field.accepts).map((tag) => [tag, field] as const)),
  ),
);

/** A field that accepts a tag. Fields with the same tags differ only in the words `none` and `same`. */
export const fieldOfTag = (tag: string): FieldRow | undefined => takers.get(tag);

/** Words and tags that a field accepts, tags first, each with its documentation. */
export function choices(
  field: FieldRow,
): readonly { readonly word: string; readonly doc: string; readonly tag: boolean }[] {
  const { accepts } = field;
  return [
    ...tagsOf(accepts).map((name) => ({ word: name, doc: tagRow(name)?.doc ?? "", tag: true })),
    ...(accepts.words ?? []).map((word) => ({ ...word, tag: false })),
    ...(accepts.list?.words ?? []).map((word) => ({ ...word, tag: false })),
  ];
}
