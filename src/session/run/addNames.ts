import type { Entry, Module } from "../../dsl/evaluate/index.ts";
import { affected, isSame } from "../cells/stale.ts";

import type { History } from "./surroundings.ts";

/**
 * Adds the definitions of a run to the module, and resets the values that depend on changed names. `undo` restores the
 * module.
 */
export function addNames(module: Module, entries: readonly Entry[], history: History, overrides: string) {
  const before = new Map(module.entries);
  const changed = new Set(
    entries.filter((entry) => !isSame(before.get(entry.name), entry)).map((entry) => entry.name),
  );
  for (const entry of entries) module.entries.set(entry.name, entry);
  const touched = affected(module, changed);
  const values = new Map<Entry, Entry["value"]>();
  for (const entry of module.entries.values()) {
    if (entry.value === null || (!touched.has(entry.name) && history.overrides === overrides)) continue;
    if (entry.statement === null && !entry.from) continue; // a data import, or one that failed
    values.set(entry, entry.value);
    entry.value = null;
  }
  history.overrides = overrides;
  return {
    before,
    /** Names that already had another definition. */
    changed: new Set([...changed].filter((name) => before.has(name))),
    undo() {
      module.entries.clear();
      for (const [name, entry] of before) module.entries.set(name, entry);
      for (const [entry, value] of values) entry.value = value;
    },
  };
}
