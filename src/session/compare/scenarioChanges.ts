import {
  type Context,
  counted,
  makeScenario,
  type Part,
  type RecordValue,
  readField,
  type ScenarioValue,
  scenarioPart,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** A difference between two scenarios: one field of a part, or a whole model or cluster. */
export interface ScenarioChange {
  /** Difference in words: `plan.tp: 8 → 4`. */
  readonly text: string;
  /** Parts of a scenario with this difference made, from parts without it. */
  make(parts: ScenarioValue["parts"]): ScenarioValue["parts"];
}

/** Parts that are compared, in the order in which their changes are listed. */
const COMPARED: readonly Part[] = ["model", "cluster", "plan"];

/**
 * Differences that turn one scenario into another. A plan differs field by field. A model of another name is one
 * difference, and so is a cluster of another name that differs in more than a few fields. Fields whose expression is the
 * same in both, such as `dp = fill`, only follow from others and are left out.
 */
export function scenarioChanges(
  context: Context,
  from: ScenarioValue,
  to: ScenarioValue,
): readonly ScenarioChange[] {
  return COMPARED.flatMap((part) => {
    const [old, now] = [from.parts[part], to.parts[part]];
    if (old === now || !old || !now) return [];
    const fields = fieldChanges(
      context,
      part,
      { scenario: from, record: old },
      { scenario: to, record: now },
    );
    const named = old.name !== now.name;
    const whole = named && fields.length > 0 && (part === "model" || fields.length > FEW_FIELDS);
    if (part === "plan" || !whole) return fields;
    return [{ text: `${part}: ${old.name} → ${now.name}`, make: (parts) => ({ ...parts, [part]: now }) }];
  });
}

/** Number of fields up to which clusters of different names are compared field by field. */
const FEW_FIELDS = 2;

/** A part's record as the program defines it, and the scenario in which its fields are read. */
interface Side {
  readonly scenario: ScenarioValue;
  readonly record: RecordValue;
}

function fieldChanges(context: Context, part: Part, from: Side, to: Side): readonly ScenarioChange[] {
  const names = new Set([...from.record.fields.keys(), ...to.record.fields.keys()]);
  return [...names].flatMap((name): readonly ScenarioChange[] => {
    const [old, now] = [from.record.fields.get(name), to.record.fields.get(name)];
    if (old === now || (old && now && writtenText(old) === writtenText(now))) return [];
    const text = difference(
      context,
      `${part}.${name}`,
      valueIn(context, part, from, name),
      valueIn(context, part, to, name),
    );
    if (text === null) return [];
    return [
      {
        text,
        make(parts) {
          const record = parts[part];
          if (!record) return parts;
          const fields = new Map(record.fields);
          if (now) fields.set(name, now);
          else fields.delete(name);
          return { ...parts, [part]: { ...record, fields, cache: new Map(), reads: new Map() } };
        },
      },
    ];
  });
}

/** Text of a binding as the program writes it; a text of its own for each binding that is no plain expression. */
function writtenText(binding: NonNullable<ReturnType<RecordValue["fields"]["get"]>>): unknown {
  if (binding.kind !== "expr") return binding;
  const { source, span } = binding.place;
  return source.text.slice(span.start, span.end).replace(/\s+/g, " ");
}

function valueIn(context: Context, part: Part, { scenario }: Side, name: string): Value {
  const record = scenarioPart(context, scenario, part);
  return record.kind === "poison" ? record : counted(readField(context, record, name));
}

/** Difference of a field's values in words; null where they are equal. Values with one tag differ in its arguments. */
function difference(context: Context, path: string, old: Value, now: Value): string | null {
  if (old.kind === "record" && now.kind === "record" && old.name === now.name && old.type.what === "tagged") {
    const inner = [...new Set([...old.fields.keys(), ...now.fields.keys()])].flatMap((name) => {
      const [a, b] = [counted(readField(context, old, name)), counted(readField(context, now, name))];
      const found = difference(context, `${path}.${name}`, a, b);
      return found === null ? [] : [found];
    });
    return inner.length === 0 ? null : inner.join(", ");
  }
  const [before, after] = [textOfValue(old), textOfValue(now)];
  return before === after ? null : `${path}: ${before} → ${after}`;
}

/** Scenario between two others: the first with some of the changes made. */
export function scenarioBetween(
  from: ScenarioValue,
  changes: readonly ScenarioChange[],
  made: readonly boolean[],
): ScenarioValue {
  const parts = changes.reduce((before, change, at) => (made[at] ? change.make(before) : before), from.parts);
  return makeScenario(from.name, parts);
}
