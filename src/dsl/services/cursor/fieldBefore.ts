import { isDefinitionKind } from "../../ast/words.ts";
import { type FieldRow, fieldRow, givenField, kindRow, type RecordRow, tagRow } from "../../schema/index.ts";
import type { Token } from "../text/scan.ts";
import { isClosing, isOpening } from "./brackets.ts";
import type { Inside } from "./inside.ts";
import { pathBefore } from "./pathBefore.ts";

/**
 * Field whose value is being written at the token `at`: the path before the last `=` after the token `from` names it.
 * Null where a comma has ended the value.
 */
export function fieldBefore(
  tokens: readonly Token[],
  from: number,
  at: number,
  inside: Inside,
): FieldRow | null {
  let depth = 0;
  for (let i = at - 1; i > from; i--) {
    const token = tokens[i];
    if (!token || token.kind === "comment") continue;
    if (isClosing(token)) depth++;
    if (isOpening(token)) depth--;
    if (depth !== 0) continue;
    if (token.text === ",") return null;
    if (token.text === "=") {
      return fieldAt([...pathBefore(tokens, i - 1, new Map()), tokens[i - 1]?.text ?? ""], inside);
    }
  }
  return null;
}

/** Field that a path of names leads to, from inside a record or a scenario; null for an unknown path. */
function fieldAt(path: readonly string[], inside: Inside): FieldRow | null {
  let rows: readonly RecordRow[] = inside.kind === "record" ? [inside.row] : [];
  let found: FieldRow | null = null;
  for (const [i, name] of path.entries()) {
    if (i === 0 && inside.kind !== "record" && isDefinitionKind(name)) {
      rows = [kindRow(name)];
      continue;
    }
    const given = i === 0 && inside.kind === "changes" ? givenField(name) : null;
    found = given ?? rows.map((row) => fieldRow(row, name)).find((field) => field !== null) ?? null;
    if (!found) return null;
    rows = rowsUnder(found);
  }
  return found;
}

/** Schema rows of the records that a field accepts: the kind of definition, or all its tags. */
export function rowsUnder(field: FieldRow): readonly RecordRow[] {
  if (field.accepts.definition) return [kindRow(field.accepts.definition)];
  return (field.accepts.tags ?? []).flatMap((name) => tagRow(name) ?? []);
}

/** Field of a record that takes unnamed arguments; null for none. */
export function positional(row: RecordRow): FieldRow | null {
  return row.positional === undefined ? null : fieldRow(row, row.positional);
}
