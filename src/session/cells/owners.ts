import { diagnostic, position } from "../../dsl/diagnostics/index.ts";
import type { Entry, Module } from "../../dsl/evaluate/index.ts";
import { blocks } from "../show/shown.ts";
import type { Output } from "../world/output.ts";
import { affected, isSame } from "./stale.ts";

/** Owner of each name that notebook cells define: the cell that defined it last, and the run in which it did. */
export type Owners = Map<string, { readonly cell: string; readonly run: string }>;

/**
 * Makes a cell the owner of the names that it defines. Returns a note for each name that another cell owned before,
 * except where both cells import one definition.
 */
export function claim(
  owners: Owners,
  entries: readonly Entry[],
  before: ReadonlyMap<string, Entry>,
  cell: string | undefined,
  run: string,
): readonly Output[] {
  const notes: Output[] = [];
  for (const entry of entries) {
    const { name, place } = entry;
    const earlier = owners.get(name);
    if (cell === undefined) owners.delete(name);
    else owners.set(name, { cell, run });
    if (cell === undefined || !earlier || earlier.cell === cell) continue;
    if (entry.statement === null && isSame(before.get(name), entry)) continue;
    const { message } = diagnostic("defined-elsewhere", { name, where: earlier.run });
    notes.push({
      kind: "note",
      document: blocks({ kind: "paragraph", text: message }),
      line: position(place.source, place.span.start).line,
      data: { name, elsewhere: earlier.cell },
    });
  }
  return notes;
}

/**
 * Removes the names that deleted cells own, and resets the values that were computed from these names. Returns the
 * removed names.
 */
export function forget(owners: Owners, module: Module, gone: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set([...owners].filter(([, owner]) => gone.has(owner.cell)).map(([name]) => name));
  const readers = affected(module, names);
  for (const name of names) {
    owners.delete(name);
    module.entries.delete(name);
  }
  for (const name of readers) {
    const entry = module.entries.get(name);
    if (entry?.statement) entry.value = null;
  }
  return names;
}
