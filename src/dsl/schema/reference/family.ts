import type { FieldRow, RecordRow } from "../notation/row.ts";

/** Group of tags that share many fields. Their reference page describes the shared fields once for all of them. */
export interface Family {
  readonly members: readonly RecordRow[];
  /** Fields that all members share, each with the default that most members have. */
  readonly shared: readonly FieldRow[];
}

/** Minimum number of equal fields for which two tags are documented as a family. */
const ENOUGH = 5;

/** Groups tags into families. Returns the families and the tags without a family, in the given order. */
export function familiesOf(tags: readonly RecordRow[]): readonly (Family | RecordRow)[] {
  const left = [...tags];
  const found: (Family | RecordRow)[] = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const alike = [first, ...left.filter((tag) => sharedBy([first as RecordRow, tag]).length >= ENOUGH)];
    for (const tag of alike.slice(1)) left.splice(left.indexOf(tag), 1);
    found.push(alike.length > 1 ? { members: alike, shared: sharedBy(alike) } : first);
  }
  return found;
}

function sharedBy(members: readonly RecordRow[]): readonly FieldRow[] {
  const [first, ...rest] = members;
  return (first?.fields ?? []).flatMap((field) => {
    const twins = rest.map((tag) => tag.fields.find((one) => one.name === field.name));
    if (!twins.every((twin) => twin && meaning(twin) === meaning(field))) return [];
    return [withDefault(field, commonest([field, ...twins].map((one) => one?.default)))];
  });
}

/**
 * Key of a field for comparison between tags. Defaults and their sources are left out, because members of a family may
 * differ in them.
 */
const meaning = ({ name, doc, accepts, range }: FieldRow): string =>
  JSON.stringify([name, doc, accepts, range]);

function withDefault(field: FieldRow, value: string | undefined): FieldRow {
  if (field.default === value) return field;
  const { default: _, ...others } = field;
  return value === undefined ? others : { ...others, default: value };
}

/** Most frequent value of a list; among equally frequent values the first. */
function commonest<T>(values: readonly T[]): T {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [[best]] = [...counts].sort(([, a], [, b]) => b - a) as [[T, number]];
  return best;
}
