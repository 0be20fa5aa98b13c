import type { RecordExpr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../diagnostics/index.ts";
import { otherName, otherSetting } from "../../schema/index.ts";
import type { RecordType } from "../values/recordType.ts";
import type { Scope } from "../values/scope.ts";
import {
  type Binding,
  type Change,
  type Poison,
  poison,
  type RecordValue,
  type ScenarioValue,
} from "../values/value.ts";
import { notOffered } from "./problem.ts";

export function makeRecord(
  type: RecordType,
  name: string,
  fields: ReadonlyMap<string, Binding>,
  extra: Partial<Pick<RecordValue, "place" | "cite" | "holder" | "scenario">> = {},
): RecordValue {
  return {
    kind: "record",
    type,
    name,
    fields,
    place: null,
    cite: null,
    holder: null,
    scenario: null,
    ...extra,
    cache: new Map(),
    reads: new Map(),
  };
}

/**
 * Copies a record into another record (`holder`) or scenario. The copy has a cache of its own, since its fields may
 * have other values there.
 */
export function rebind(
  record: RecordValue,
  holder: RecordValue | null,
  scenario: ScenarioValue | null,
): RecordValue {
  return { ...record, holder, scenario, cache: new Map(), reads: new Map() };
}

/**
 * Converts a record literal such as `{ layers = 96, attention.heads = 96 }` to a list of field changes. A path that is
 * set twice is an error.
 */
export function changesOf(record: RecordExpr, scope: Scope): readonly Change[] | Poison {
  const { source } = scope;
  const seen = new Set<string>();
  const changes: Change[] = [];
  for (const field of record.fields) {
    const path = field.path.names.map((name) => name.name);
    const text = path.join(".");
    if (seen.has(text))
      return poison(diagnostic("duplicate-field", { field: text }, { source, span: field.path.span }));
    seen.add(text);
    const place = { source, span: field.value.span };
    const cite = field.cite ? { cite: field.cite } : {};
    changes.push({
      path,
      places: field.path.names.map((name) => ({ source, span: name.span })),
      binding: { kind: "expr", expr: field.value, scope, place, ...cite },
    });
  }
  return changes;
}

/**
 * Copy of a record with changed fields. An unknown field is an error. For a dotted path, only the first name is checked
 * here; the rest is checked when the field is read.
 */
export function withChanges(record: RecordValue, changes: readonly Change[]): RecordValue | Poison {
  const fields = new Map(record.fields);
  const unknown = changes.filter(({ path: [head = ""] }) => !record.type.fields.has(head));
  if (unknown.length > 0)
    return poison(...unknown.map(({ path: [head = ""], places }) => unknownField(record, head, places[0])));
  for (const change of changes) {
    const [head = "", ...rest] = change.path;
    if (rest.length === 0) {
      fields.set(head, change.binding);
      continue;
    }
    const inner: Change = { ...change, path: rest, places: change.places.slice(1) };
    const base = fields.get(head) ?? null;
    fields.set(
      head,
      base?.kind === "patch"
        ? { ...base, changes: [...base.changes, inner] }
        : { kind: "patch", base, changes: [inner] },
    );
  }
  return { ...record, fields, holder: null, scenario: null, cache: new Map(), reads: new Map() };
}

export function unknownField(record: RecordValue, field: string, place: Place | undefined) {
  const absent = notOffered(record.type.what === "tagged" ? record.name : record.type.name, field, place);
  if (absent) return absent;
  const setting = otherSetting(record.type.name, field);
  const near = otherName(record.type.name, field) ?? suggest(field, record.type.fields.keys());
  const sum = record.type.row?.sums?.[field];
  const suggestion = setting === null && !sum ? near : null;
  const doc = suggestion === null ? undefined : record.type.fields.get(suggestion)?.row.doc;
  return record.type.what === "tagged"
    ? diagnostic(
        "unknown-argument",
        {
          function: record.name,
          argument: field,
          ...(suggestion === null ? {} : { suggestion }),
          arguments: [...record.type.fields.keys()].map((name) => `\`${name}\``).join(", ") || "no arguments",
        },
        place,
        sum ? { help: `\`${field}\` is a sum: set ${sum.map((name) => `\`${name}\``).join(", ")}` } : {},
      )
    : diagnostic(
        "unknown-field",
        {
          kind: record.type.name,
          field,
          ...(suggestion === null ? {} : { suggestion }),
          ...(setting === null ? {} : { setting }),
          ...(doc === undefined ? {} : { doc: doc.replace(/^./, (first) => first.toUpperCase()) }),
        },
        place,
      );
}

export function missingField(record: RecordValue, name: string) {
  const row = record.type.fields.get(name)?.row;
  const { doc, example } = row ?? {};
  const place = record.place ?? record.holder?.place ?? undefined;
  if (record.type.what === "tagged") {
    return diagnostic(
      "missing-argument",
      { function: record.name, argument: name, ...(doc === undefined ? {} : { doc }), example },
      place,
    );
  }
  return diagnostic(
    "missing-field",
    {
      kind: record.type.name,
      name: record.name,
      field: name,
      ...(doc === undefined ? {} : { doc }),
      example,
    },
    place,
  );
}

/** Place in the program where a record's field is set; null for a field with its default value. */
export function placeOf(record: RecordValue, name: string): Place | null {
  return bindingPlace(record.fields.get(name));
}

export function bindingPlace(binding: Binding | null | undefined): Place | null {
  if (!binding) return null;
  if (binding.kind === "patch")
    return bindingPlace(binding.base) ?? bindingPlace(binding.changes[0]?.binding);
  return binding.place;
}
