import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { position } from "../../dsl/diagnostics/index.ts";
import type { Module } from "../../dsl/evaluate/index.ts";
import { knownName } from "./knownName.ts";

/**
 * Note for an unknown name in a session without definitions: after a restart, a notebook still shows outputs of cells
 * that were not run again.
 */
const NOTHING_YET = "this session has no definitions yet: run the cells above first";

const isUnknown = ({ code, place }: Diagnostic): boolean =>
  code === "unknown-name" && place !== undefined && place.source.name.startsWith("cell [");

/** Maximum number of notes on other cells that one diagnostic gets. */
const MAX_NOTES = 3;

/**
 * Adds notes to an error that say which cells defined the names in the underlined text, because the cause may be in
 * another cell.
 */
export function otherCellsNote(module: Module, one: Diagnostic): Diagnostic {
  const { place } = one;
  if (isUnknown(one) && module.entries.size === 0) return { ...one, notes: [...one.notes, NOTHING_YET] };
  if (one.severity !== "error" || !place || module.entries.size === 0) return one;
  const text = place.source.text.slice(place.span.start, place.span.end);
  const notes = [...new Set(text.match(/(?<![.\w"])[A-Za-z_]\w*/g) ?? [])].flatMap((name) => {
    const entry = module.entries.get(name);
    if (!entry?.statement || entry.place.source === place.source) return [];
    const { kind, value } = knownName(entry);
    const { line } = position(entry.place.source, entry.place.span.start);
    const what = kind === "value" && value !== undefined ? value : `a ${kind}`;
    return [`\`${name}\` is ${what}, from ${entry.place.source.name}:${line}`];
  });
  return notes.length === 0 ? one : { ...one, notes: [...one.notes, ...notes.slice(0, MAX_NOTES)] };
}
