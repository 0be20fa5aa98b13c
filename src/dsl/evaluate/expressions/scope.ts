import type { Source } from "../../ast/ast.ts";
import type { Scope } from "../values/scope.ts";
import { PARTS, type Part, type RecordValue, type ScenarioValue } from "../values/value.ts";
import { NEEDS_SCENARIO } from "./fillOrCount.ts";
import { readField } from "./record.ts";
import { scenarioPart } from "./scenarioValue.ts";

export function isPart(name: string): name is Part {
  return (PARTS as readonly string[]).includes(name);
}

/** Scope of a schema default, which reads only the record it belongs to. */
export function emptyScope(source: Source): Scope {
  return { source, record: null, find: () => undefined, names: () => [] };
}

/**
 * Scope of a field's expression. Names are looked up in the record that holds the field, then in its scenario, then
 * where the expression was written. A tagged value also looks in the record that it is part of.
 */
export function fieldScope(record: RecordValue, outer: Scope): Scope {
  return {
    source: outer.source,
    record,
    find(context, name) {
      for (let at: RecordValue | null = record; at; at = at.type.what === "tagged" ? at.holder : null) {
        if (!at.type.fields.has(name)) continue;
        const value = readField(context, at, name);
        // `dp = fill` becomes a number only with a cluster, so `1 sequences * dp` needs a scenario.
        return value.kind === "word" && value.word === "fill" ? NEEDS_SCENARIO : value;
      }
      const scenario = scenarioOf(record);
      // In a definition, the names of the parts always mean the scenario's, even without a scenario.
      if (isPart(name)) return scenario ? scenarioPart(context, scenario, name) : NEEDS_SCENARIO;
      return outer.find(context, name);
    },
    *names(context) {
      for (let at: RecordValue | null = record; at; at = at.type.what === "tagged" ? at.holder : null) {
        yield* at.type.fields.keys();
      }
      if (scenarioOf(record)) yield* PARTS;
      yield* outer.names(context);
    },
  };
}

/** Scenario that a record belongs to, directly or through its holders; null for none. */
export function scenarioOf(record: RecordValue): ScenarioValue | null {
  for (let at: RecordValue | null = record; at; at = at.holder) if (at.scenario) return at.scenario;
  return null;
}

/** Span of an error in a value read by name. A scope does not know the place of the name; `evaluate` fills it in. */
export const UNPLACED = { start: 0, end: 0 };
