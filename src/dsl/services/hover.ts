import { choices, fieldRow, tagRow } from "../schema/index.ts";
import {
  type About,
  aboutField,
  aboutFunction,
  aboutKeyword,
  aboutName,
  aboutOutput,
  aboutQuantile,
  aboutRecord,
  aboutUnit,
  aboutWord,
} from "./about.ts";
import { type Cursor, cursorAt } from "./cursor/cursor.ts";
import { fieldIn, membersOf } from "./members.ts";
import type { Known, KnownName } from "./text/known.ts";
import { namesIn } from "./text/namesIn.ts";
import { scan } from "./text/scan.ts";

/** Documentation of the word under the cursor. `start` and `end` are the span of the word. */
export interface Hover extends About {
  readonly start: number;
  readonly end: number;
  /**
   * Expression that the word stands for, whose value a hover can show: `base.memory.peak`, `tp8.micro_batch`. Absent
   * for other words.
   */
  readonly value?: string;
}

/** Documentation of the word at `offset`, or of the word that ends there; null for an unknown word. */
export function hover(text: string, offset: number, known: Known): Hover | null {
  const tokens = scan(text);
  const token =
    tokens.find((t) => t.start <= offset && offset < t.end && (t.kind === "word" || t.kind === "number")) ??
    tokens.find((t) => t.end === offset && (t.kind === "word" || t.kind === "number"));
  if (!token) return null;
  const span = { start: token.start, end: token.end };
  const names = namesIn(tokens, known);
  const cursor = cursorAt(tokens, text, token.end, names);
  const unit = cursor.at === "unit" ? aboutUnit(unitAt(text, cursor.start)) : null;
  if (unit) return { start: cursor.start, end: cursor.start + unit.title.length, ...unit };
  if (token.kind === "number" || cursor.at === "unit") return null;
  const word = token.text;
  const content = ((): About | null => {
    if (cursor.path.length > 0) {
      const members = membersOf(cursor.path, cursor, names, known);
      const output =
        members.outputs === null ? null : aboutOutput(`${members.outputs}${word}`, known.outputs);
      if (output) return output;
      const field = fieldIn(members.rows, word);
      if (field) return aboutField(field);
      return aboutOutput(word, members.own) ?? aboutQuantile(word);
    }
    if (cursor.at === "imported") {
      const entry =
        cursor.module === undefined ? undefined : known.exports(cursor.module).find((e) => e.name === word);
      if (entry) return aboutName(entry);
    }
    if (cursor.at === "field" && cursor.inside.kind === "record") {
      const field = fieldRow(cursor.inside.row, word);
      if (field) return aboutField(field);
    }
    const choice = cursor.field ? choices(cursor.field).find((c) => c.word === word) : undefined;
    const tag = tagRow(word);
    if (choice && !choice.tag) return aboutWord(word, choice.doc, cursor.field?.name ?? "");
    if (tag && (choice || text[token.end] === "(")) return aboutRecord(tag);
    const isDefined = cursor.at === "defined" || cursor.at === "statement";
    const own = isDefined ? null : fieldIn(cursor.around, word);
    if (own) return aboutField(own);
    const called = text[token.end] === "(" ? aboutFunction(word) : null;
    if (called) return called;
    const keyword = aboutKeyword(word);
    const name = names.get(word);
    if (name && !(keyword && cursor.at === "statement")) return aboutName(name);
    return aboutOutput(word, known.outputs) ?? keyword;
  })();
  const value = valueAt(cursor, word, names);
  return content && { ...span, ...content, ...(value === null ? {} : { value }) };
}

/**
 * Expression that a word stands for: a name, a dotted path up to the word, or a field of a definition
 * (`tp8.micro_batch` inside `plan tp8 {`). Null for other words.
 */
function valueAt(cursor: Cursor, word: string, names: ReadonlyMap<string, KnownName>): string | null {
  const [first] = cursor.path;
  if (first !== undefined) return names.has(first) ? [...cursor.path, word].join(".") : null;
  const isField = cursor.at === "field" && cursor.inside.kind === "record" && cursor.around.length === 1;
  if (isField) return cursor.defining === undefined ? null : `${cursor.defining}.${word}`;
  return names.has(word) && cursor.around.length === 0 ? word : null;
}

/** Whole unit that begins at the offset `start`: `GB/s`, even if the cursor is on `GB`. */
function unitAt(text: string, start: number): string {
  return /^[A-Za-z$%][\w/$-]*/.exec(text.slice(start))?.[0] ?? "";
}
