import type { Source } from "../../ast.ts";
import type { Scope } from "../values/scope.ts";
import { PARTS, type Part, type RecordValue, type ScenarioValue } from "../values/value.ts";
import { NEEDS_SCENARIO } from "./fillOrCount.ts";
import { readField } from "./record.ts";
import { scenarioPart } from "./scenarioValue.ts";

export function isPart(name: string): name is Part {
  return (PARTS as readonly string[]).includes(name);
}

/** Schema defaults see nothing but the record they belong to. */
export function emptyScope(source: Source): Scope {
  return { source, record: null, find: () => undefined, names: () => [] };
}

/**
 * The scope of a field's expression, in the language's order: the record that holds the field (and, for a tagged
 * record, the one it is part of), the scenario around it, then the place where the expression was written.
 */
export function fieldScope(record: RecordValue, outer: Scope): Scope {
  return {
    source: outer.source,
    record,
    find(context, name) {
      for (let at: RecordValue | null = record; at; at = at.type.what === "tagged" ? at.holder : null) {
        if (!at.type.fields.has(name)) continue;
        const value = readField(context, at, name);
        // `1 sequences * dp` under `dp = fill`: a number as soon as there is a cluster
        return value.kind === "word" && value.word === "fill" ? NEEDS_SCENARIO : value;
      }
      const scenario = scenarioOf(record);
      // In a definition these three are the scenario's, whether or not there is one yet.
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

/** The scenario that a record takes part in, through the records that hold it. */
export function scenarioOf(record: RecordValue): ScenarioValue | null {
  for (let at: RecordValue | null = record; at; at = at.holder) if (at.scenario) return at.scenario;
  return null;
}

/** The span of a mistake in what a scope reads for a name, since it does not know where the name stands; `evaluate` puts that in. */
export const UNPLACED = { start: 0, end: 0 };
