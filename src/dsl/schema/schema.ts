import type { DefinitionKind } from "../ast/ast.ts";
import type { Accepts, FieldRow, RecordRow } from "./notation/row.ts";
import { clusterRow, clusterTags } from "./rows/cluster.ts";
import { deviceRow, deviceTags } from "./rows/device.ts";
import { modelRow, modelTags } from "./rows/model.ts";
import { planRow, planTags } from "./rows/plan.ts";
import { queueRow, queueTags } from "./rows/queue.ts";
import { runRow, runTags } from "./rows/run.ts";

/** Schema rows of all kinds of definitions: model, device, cluster, plan, queue, run. */
export const kindRows: readonly RecordRow[] = [modelRow, deviceRow, clusterRow, planRow, queueRow, runRow];
/** Schema rows of all tags, such as `mha`. Tag names are unique in the whole language. */
export const tagRows: readonly RecordRow[] = [
  ...modelTags,
  ...deviceTags,
  ...clusterTags,
  ...planTags,
  ...queueTags,
  ...runTags,
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
  run: runRow,
};

export function kindRow(kind: DefinitionKind): RecordRow {
  return kindRowOf[kind];
}

/** Schema row of a tag by its name (`mha`); null for an unknown name. */
export function tagRow(name: string): RecordRow | null {
  return tags.get(name) ?? null;
}

/** Schema row of a kind of definition (`plan`) or of a tag (`mha`) by its name; null for an unknown name. */
export function recordRow(name: string): RecordRow | null {
  return kinds.get(name) ?? tags.get(name) ?? null;
}

/** Schema row of a record's field by the field's name; null for an unknown name. */
export function fieldRow(record: RecordRow, name: string): FieldRow | null {
  return fields.get(record)?.get(name) ?? record.fields.find((field) => field.name === name) ?? null;
}

/** True for a field that a program must write, because it has no default and is not computed. */
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

/**
 * Some field that accepts a tag. Any of several such fields serves, because they differ only in the words `none` and
 * `same`.
 */
export const fieldOfTag = (tag: string): FieldRow | undefined => takers.get(tag);

/** Words and tags that a field accepts, directly or in a list, tags first. Each has its documentation. */
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
