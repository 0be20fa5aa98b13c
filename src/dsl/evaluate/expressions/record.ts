import type { RecordExpr, Source, Span } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../diagnostics/index.ts";
import { type FieldRow, otherName, otherSetting } from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import { isSchemaSource, type RecordType } from "../values/recordType.ts";
import type { Scope } from "../values/scope.ts";
import {
  type Binding,
  type Change,
  NONE,
  type Poison,
  poison,
  type RecordValue,
  type ScenarioValue,
  type Value,
} from "../values/value.ts";
import { checkField } from "./checkField.ts";
import { cycle } from "./cycle.ts";
import { evaluate } from "./evaluate.ts";
import { fillOrCount } from "./fillOrCount.ts";
import { wrongType } from "./problem.ts";
import { emptyScope, fieldScope } from "./scope.ts";

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

/** Copy of a record in another holder or scenario, with its own cache. */
export function rebind(
  record: RecordValue,
  holder: RecordValue | null,
  scenario: ScenarioValue | null,
): RecordValue {
  return { ...record, holder, scenario, cache: new Map(), reads: new Map() };
}

/** Changes of a record literal `{ path = e }`. A path that is set twice is an error. */
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

/** Copy of a record with changed fields. The inner part of a dotted path is checked when the field is read. */
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
  const setting = otherSetting(record.type.name, field);
  const near = otherName(record.type.name, field) ?? suggest(field, record.type.fields.keys());
  const suggestion = setting === null ? near : null;
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

/** Value of a field, evaluated once per bound record. */
export function readField(context: Context, record: RecordValue, name: string): Value {
  const cached = record.cache.get(name);
  if (cached !== undefined && cached.kind !== "busy") {
    if (record.reads.size > 0) context.reads |= record.reads.get(name) ?? 0;
    return cached;
  }
  if (cached?.run === context.trail) return cycle(context, name, placeOf(record, name));
  const field = record.type.fields.get(name);
  if (!field) return poison(unknownField(record, name, undefined));
  record.cache.set(name, { kind: "busy", run: context.trail });
  context.trail.push({ name, place: placeOf(record, name) });
  const before = context.reads;
  context.reads = 0;
  const value = compute(context, record, name, field.row);
  if (context.reads !== 0) record.reads.set(name, context.reads);
  context.reads |= before;
  context.trail.pop();
  record.cache.set(name, value);
  return value;
}

function compute(context: Context, record: RecordValue, name: string, row: FieldRow): Value {
  const binding = record.fields.get(name);
  if (binding?.kind === "value") context.reads |= binding.choice ?? 0;
  const native = fillOrCount(context, record, name, binding);
  if (native) return native;
  const raw = bindingValue(context, record, name, binding);
  const bound = held(raw, record);
  const place = placeOf(record, name) ?? record.place ?? { source: NOWHERE, span: { start: 0, end: 0 } };
  return checkField(context, row, bound, place, binding !== undefined && binding.kind !== "value");
}

/** The value with its records bound to the record that holds the field. */
function held(value: Value, holder: RecordValue): Value {
  if (value.kind === "record") return rebind(value, holder, null);
  if (value.kind !== "list" || !value.items.some(({ kind }) => kind === "record")) return value;
  return { ...value, items: value.items.map((item) => held(item, holder)) };
}

function bindingValue(
  context: Context,
  record: RecordValue,
  name: string,
  binding: Binding | null | undefined,
): Value {
  if (!binding) return defaultValue(context, record, name);
  switch (binding.kind) {
    case "value":
      return binding.value;
    case "expr":
      return evaluate(
        context,
        binding.expr,
        fieldScope(record, binding.scope),
        record.type.fields.get(name)?.row ?? null,
      );
    case "patch": {
      const base = bindingValue(context, record, name, binding.base);
      if (base.kind === "poison") return base;
      const first = binding.changes[0];
      const place = first?.places[0] ?? { source: NOWHERE, span: { start: 0, end: 0 } };
      if (base.kind !== "record")
        return wrongType(`\`${name}.${first?.path.join(".")}\``, `a record in \`${name}\``, base, place);
      for (const { binding: inner } of binding.changes)
        if (inner.kind === "value") context.reads |= inner.choice ?? 0;
      return withChanges(base, binding.changes);
    }
  }
}

const NOWHERE: Source = { name: "", text: "" };

/**
 * Default value of a field. If it cannot be evaluated, the field counts as missing, since the user never wrote the
 * default.
 */
function defaultValue(context: Context, record: RecordValue, name: string): Value {
  const field = record.type.fields.get(name);
  if (!field?.default) return field?.row.derived ? NONE : poison(missingField(record, name));
  const { expr, source } = field.default;
  const value = evaluate(context, expr, fieldScope(record, emptyScope(source)), field.row);
  if (value.kind !== "poison") return value;
  if (value.needsScenario) return { ...value, diagnostics: [] };
  const ours = value.diagnostics.some(
    (one) =>
      one.code === "cyclic-definition" || (one.place !== undefined && isSchemaSource(one.place.source)),
  );
  return ours ? poison(missingField(record, name)) : value;
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

/** Place of a field's written value; null for a default. */
export function placeOf(record: RecordValue, name: string): Place | null {
  return bindingPlace(record.fields.get(name));
}

export function bindingPlace(binding: Binding | null | undefined): Place | null {
  if (!binding) return null;
  if (binding.kind === "patch")
    return bindingPlace(binding.base) ?? bindingPlace(binding.changes[0]?.binding);
  return binding.place;
}

export type { Span };
