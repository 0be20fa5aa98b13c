import type { Source } from "../../ast/ast.ts";
import type { Scope } from "../values/scope.ts";
import { PARTS, type RecordValue } from "../values/value.ts";
import { scenarioPart } from "./scenarioValue.ts";
import { isPart, NEEDS_SCENARIO, scenarioOf } from "./scope.ts";

/**
 * Scope in which a field's default from the schema is evaluated. This scope defines no names, since a default reads
 * only the record that it belongs to.
 */
export function emptyScope(source: Source): Scope {
  return { source, record: null, find: () => undefined, names: () => [] };
}

/**
 * Scope in which the expression of a field is evaluated. Names are looked up in the record that has the field, then in
 * the record's scenario, then in the scope where the expression was written. For a tagged value, the records that
 * contain it are searched as well.
 */
export function fieldScope(record: RecordValue, outer: Scope): Scope {
  return {
    source: outer.source,
    record,
    find(context, name) {
      // A parameter means its argument even where the record has a field of that name.
      const argument = outer.argument?.(name);
      if (argument) return argument.value;
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
    argument: outer.argument,
    called: (context, name) => outer.called?.(context, name),
    *names(context) {
      for (let at: RecordValue | null = record; at; at = at.type.what === "tagged" ? at.holder : null) {
        yield* at.type.fields.keys();
      }
      if (scenarioOf(record)) yield* PARTS;
      yield* outer.names(context);
    },
  };
}
