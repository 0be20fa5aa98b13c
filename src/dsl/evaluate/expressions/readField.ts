import type { Source } from "../../ast/ast.ts";
import type { FieldRow } from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import { isSchemaSource } from "../values/recordType.ts";
import { type Binding, NONE, poison, type RecordValue, type Value } from "../values/value.ts";
import { checkField } from "./checkField.ts";
import { cycle } from "./cycle.ts";
import { emptyScope, fieldScope } from "./fieldScope.ts";
import { fillOrCount } from "./fillOrCount.ts";
import { fromPools } from "./pooled.ts";
import { wrongType } from "./problem.ts";
import { missingField, placeOf, rebind, unknownField, withChanges } from "./record.ts";
import { changeScenario } from "./scenarioValue.ts";

/**
 * Reads a field of a record: the value that the program writes, or the default, checked against the schema. The value
 * is computed once and then cached in the record.
 */
export function readField(context: Context, record: RecordValue, name: string): Value {
  const cached = record.cache.get(name);
  if (cached !== undefined && cached.kind !== "busy") {
    if (record.reads.size > 0) context.reads |= record.reads.get(name) ?? 0;
    return cached;
  }
  if (cached?.run === context.trail) return cycle(context, name, placeOf(record, name), record);
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
  const native = fillOrCount(context, record, name, binding) ?? fromPools(context, record, name);
  if (native) return native;
  const raw = bindingValue(context, record, name, binding);
  const bound = held(raw, record);
  const place = placeOf(record, name) ?? record.place ?? { source: NOWHERE, span: { start: 0, end: 0 } };
  return checkField(context, row, bound, place, binding !== undefined && binding.kind !== "value");
}

/**
 * Returns a field's value with every record in it linked to `holder`, the record that has the field. Expressions in the
 * inner record can then read names of the holder.
 */
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
      return context.evaluate(
        binding.expr,
        fieldScope(record, binding.scope),
        record.type.fields.get(name)?.row ?? null,
      );
    case "patch": {
      const base = bindingValue(context, record, name, binding.base);
      if (base.kind === "poison") return base;
      const first = binding.changes[0];
      const place = first?.places[0] ?? { source: NOWHERE, span: { start: 0, end: 0 } };
      if (base.kind === "scenario") return changeScenario(context, base, binding.changes);
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
 * Evaluates a field's default from the schema. Where the default cannot be evaluated, the error says that the field is
 * missing, because the user has never seen the default's expression.
 */
function defaultValue(context: Context, record: RecordValue, name: string): Value {
  const field = record.type.fields.get(name);
  if (!field?.default) return field?.row.derived ? NONE : poison(missingField(record, name));
  const { expr, source } = field.default;
  const value = context.evaluate(expr, fieldScope(record, emptyScope(source)), field.row);
  if (value.kind !== "poison") return value;
  if (value.needsScenario) return { ...value, diagnostics: [] };
  const ours = value.diagnostics.some(
    (one) =>
      one.code === "cyclic-definition" || (one.place !== undefined && isSchemaSource(one.place.source)),
  );
  return ours ? poison(missingField(record, name)) : value;
}
