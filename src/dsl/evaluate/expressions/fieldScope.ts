import type { Source } from "../../ast/ast.ts";
import type { Scope } from "../values/scope.ts";
import { PARTS, type RecordValue } from "../values/value.ts";
import { scenarioPart } from "./scenarioValue.ts";
import { isPart, NEEDS_SCENARIO, scenarioOf } from "./scope.ts";

/**
 * Scope in which a field's default from the schema is evaluated. It has no names of its own: a default reads only the
 * record it belongs to.
 */
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
        const value = context.readField(at, name);
        // `dp = fill` becomes a number only with a cluster, so `1 sequences * dp` needs a scenario.
        return value.kind === "word" && value.word === "fill" ? NEEDS_SCENARIO : value;
      }
      const scenario = scenarioOf(record);
      // In a definition, `model`, `cluster` and `plan` always mean parts of the scenario, even before there is a
      // scenario.
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
