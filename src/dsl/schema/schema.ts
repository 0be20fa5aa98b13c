import type { DefinitionKind } from "../ast.ts";
import type { Accepts, FieldRow, RecordRow } from "./row.ts";
import { clusterRow, clusterTags } from "./rows/cluster.ts";
import { deviceRow, deviceTags } from "./rows/device.ts";
import { modelRow, modelTags } from "./rows/model.ts";
import { planRow, planTags } from "./rows/plan.ts";
import { queueRow, queueTags } from "./rows/queue.ts";

/** The kinds of definition. */
export const kindRows: readonly RecordRow[] = [modelRow, deviceRow, clusterRow, planRow, queueRow];
/** Every tag of every field; a tag's name means one thing in the whole language. */
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

/** The row of a tag's name (`mha`), or null. */
export function tagRow(name: string): RecordRow | null {
  return tags.get(name) ?? null;
}

/** The row of a kind or a tag, or null. */
export function recordRow(name: string): RecordRow | null {
  return kinds.get(name) ?? tags.get(name) ?? null;
}

/** One field of a record, or null. */
export function fieldRow(record: RecordRow, name: string): FieldRow | null {
  return fields.get(record)?.get(name) ?? record.fields.find((field) => field.name === name) ?? null;
}

/** Whether a field must be written. */
export function isRequired(field: FieldRow): boolean {
  return field.default === undefined && field.derived !== true;
}

/** Tags that a field takes, by itself or in a list. */
export const tagsOf = ({ tags = [], list }: Accepts): readonly string[] => [...tags, ...(list?.tags ?? [])];

const takers = new Map(
  [...kindRows, ...tagRows].flatMap((row) =>
    row.fields.flatMap((field) => tagsOf(field.accepts).map((tag) => [tag, field] as const)),
  ),
);

/** A field that takes a tag. Several fields with the same tags differ in `none` and `same` alone. */
export const fieldOfTag = (tag: string): FieldRow | undefined => takers.get(tag);

/** Words and tags that a field takes, tags first with their own sentence. */
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
