import type { Context } from "../values/context.ts";
import type { RecordValue, Value } from "../values/value.ts";
import { counted, nearlySame } from "./arithmetic.ts";
import { readField } from "./readField.ts";
import { rebind } from "./record.ts";

/**
 * True where two values are equal. A word equals every tagged value with the word's tag: `full` and `full(..)`. Two tagged
 * values are equal where each argument that either of them has is the same in both; an argument that one of them lacks has
 * its default there. A text equals the word that it spells, as in a table's column with names of formats.
 */
export function same(context: Context, a: Value, b: Value): boolean {
  if (isTagged(a) && isTagged(b)) return sameTagged(context, a, b);
  const wordA = wordOf(a);
  const wordB = wordOf(b);
  const textA = a.kind === "text" ? a.value : wordA;
  const textB = b.kind === "text" ? b.value : wordB;
  if (textA !== null && textB !== null) return textA === textB;
  if (a.kind === "boolean" && b.kind === "word") return a.value === b.truth;
  if (a.kind === "word" && b.kind === "boolean") return a.truth === b.value;
  switch (a.kind) {
    case "quantity":
      return b.kind === "quantity" && a.dimension === b.dimension && nearlySame(a.value, b.value);
    case "boolean":
      return b.kind === "boolean" && a.value === b.value;
    case "list":
      return (
        b.kind === "list" &&
        a.items.length === b.items.length &&
        a.items.every((item, at) => {
          const other = b.items[at];
          return other !== undefined && same(context, item, other);
        })
      );
    case "text":
    case "none":
    case "word":
      return false;
    default:
      return a === b;
  }
}

/**
 * Name that stands for a value in comparisons with a word: the word itself, `none`, or the tag of a tagged value. Null
 * for other values.
 */
export function wordOf(value: Value): string | null {
  if (value.kind === "word") return value.word;
  if (value.kind === "none") return "none";
  return isTagged(value) ? value.name : null;
}

const isTagged = (value: Value): value is RecordValue =>
  value.kind === "record" && value.type.what === "tagged";

function sameTagged(context: Context, a: RecordValue, b: RecordValue): boolean {
  if (a.name !== b.name) return false;
  // A value that no field holds takes its defaults from where the other one is.
  const [left, right] = [held(a, b), held(b, a)];
  const given = new Set([...a.fields.keys(), ...b.fields.keys()]);
  return [...given].every((name) =>
    same(context, counted(readField(context, left, name)), counted(readField(context, right, name))),
  );
}

const held = (record: RecordValue, like: RecordValue): RecordValue =>
  record.holder ? record : rebind(record, like.holder, like.scenario);
