import { type Entry, type MeasuredTable, type Module, namesRead } from "../../dsl/evaluate/index.ts";
import { chosenTexts } from "../definitions/choices.ts";

/** Names in `from`, with all names of the session that they depend on, directly or through other names. */
export function closure(module: Module, from: Iterable<string>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const entry = module.entries.get(name);
    if (reached.has(name) || !entry) continue;
    reached.add(name);
    if (entry.statement) waiting.push(...readBy(entry));
  }
  return reached;
}

const reads = new WeakMap<object, ReadonlySet<string>>();

function readBy(entry: Entry): ReadonlySet<string> {
  if (!entry.statement) return new Set();
  let names = reads.get(entry.statement);
  if (!names) {
    names = namesRead(entry.statement);
    reads.set(entry.statement, names);
  }
  return names;
}

/** Names in `changed`, with all names whose values depend on them. */
export function affected(module: Module, changed: ReadonlySet<string>): ReadonlySet<string> {
  const readers = new Map<string, string[]>();
  for (const entry of module.entries.values()) {
    for (const name of readBy(entry)) {
      if (!module.entries.has(name)) continue;
      const known = readers.get(name);
      if (known) known.push(entry.name);
      else readers.set(name, [entry.name]);
    }
  }
  const found = new Set<string>();
  const waiting = [...changed];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const reader of readers.get(name) ?? []) waiting.push(reader);
  }
  return found;
}

/**
 * True where a redefinition changes nothing: the old and the new definition have equal texts, one imported name or the
 * same data.
 */
export function isSame(before: Entry | undefined, after: Entry): boolean {
  if (!before || chosenTexts(before) !== chosenTexts(after)) return false;
  if (before.from || after.from)
    return before.from?.module === after.from?.module && before.from?.name === after.from?.name;
  if (isData(before) && isData(after)) return before.value.rows === after.value.rows;
  // A log is read again only when its file has changed.
  if (before.value?.kind === "measured" && after.value?.kind === "measured")
    return before.value.log === after.value.log;
  if (!before.statement || !after.statement) return false;
  return textOf(before) === textOf(after);
}

/**
 * True for a definition that holds imported data rows. A file is read again only when it has changed, so unchanged rows
 * are the same object.
 */
export function isData(entry: Entry): entry is Entry & { readonly value: MeasuredTable } {
  return typeof entry.value === "object" && entry.value?.kind === "data";
}

function textOf({ statement, scope }: Entry): string {
  return statement === null ? "" : scope.source.text.slice(statement.span.start, statement.span.end);
}
