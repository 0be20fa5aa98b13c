import { unitNames } from "../../units/index.ts";
import {
  choices,
  describeAccepts,
  describeRange,
  type FieldRow,
  fieldRow,
  functionRows,
  isRequired,
  type RecordRow,
  tagRow,
} from "../schema/index.ts";
import { cursorAt } from "./cursor.ts";
import type { Known } from "./known.ts";
import { fieldIn, membersOf } from "./members.ts";
import { namesIn } from "./namesIn.ts";
import { scan } from "./scan.ts";
import { clauseKeywords, expressionKeywords, statementKeywords } from "./words.ts";

/** What to say of the word under the cursor. Plain texts, for any face to draw. */
export interface Hover {
  /** The word's own piece of the text. */
  readonly start: number;
  readonly end: number;
  /** `micro_batch`, `mha(heads, d_head, qkv_bias)`, `memory.peak`. */
  readonly title: string;
  readonly doc: string;
  /** Facts in order: what it takes, default, range, example, source. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

type Content = Omit<Hover, "start" | "end">;

/** The word at `offset` (or ending there), explained; null where there is nothing to say. */
export function hover(text: string, offset: number, known: Known): Hover | null {
  const tokens = scan(text);
  const token =
    tokens.find((t) => t.start <= offset && offset < t.end && (t.kind === "word" || t.kind === "number")) ??
    tokens.find((t) => t.end === offset && (t.kind === "word" || t.kind === "number"));
  if (!token) return null;
  const span = { start: token.start, end: token.end };
  const names = namesIn(tokens, known);
  const cursor = cursorAt(tokens, text, token.end, names);
  const unit = cursor.at === "unit" ? unitAt(text, cursor.start) : null;
  if (unit) return { start: cursor.start, end: cursor.start + unit.title.length, ...unit };
  if (token.kind === "number" || cursor.at === "unit") return null;
  const word = token.text;
  const content = ((): Content | null => {
    if (cursor.path.length > 0) {
      const members = membersOf(cursor.path, cursor, names, known);
      const output = members.outputs === null ? null : aboutOutput(`${members.outputs}${word}`, known);
      if (output) return output;
      const field = fieldIn(members.rows, word);
      if (field) return aboutField(field);
      return members.modelOutputs ? aboutOutput(word, known) : null;
    }
    if (cursor.at === "imported") {
      const entry =
        cursor.module === undefined ? undefined : known.exports(cursor.module).find((e) => e.name === word);
      if (entry) return { title: word, doc: entry.detail, facts: [] };
    }
    if (cursor.at === "field" && cursor.inside.kind === "record") {
      const field = fieldRow(cursor.inside.row, word);
      if (field) return aboutField(field);
    }
    const choice = cursor.field ? choices(cursor.field).find((c) => c.word === word) : undefined;
    const tag = tagRow(word);
    if (choice && !choice.tag)
      return {
        title: word,
        doc: sentence(choice.doc),
        facts: [{ name: "word of", value: cursor.field?.name ?? "" }],
      };
    if (tag && (choice || text[token.end] === "(")) return aboutRecord(tag);
    const isDefined = cursor.at === "defined" || cursor.at === "statement";
    const own = isDefined ? null : fieldIn(cursor.around, word);
    if (own) return aboutField(own);
    const called = text[token.end] === "(" ? functionRows.find((row) => row.name === word) : undefined;
    if (called) return { title: called.signature, doc: called.doc, facts: [] };
    const keyword = statementKeywords.get(word) ?? clauseKeywords.get(word) ?? expressionKeywords.get(word);
    const name = names.get(word);
    if (name && !(keyword && cursor.at === "statement")) {
      return {
        title: word,
        doc: name.detail,
        facts: name.detail === name.kind ? [] : [{ name: "kind", value: name.kind }],
      };
    }
    return (
      aboutOutput(word, known) ?? (keyword === undefined ? null : { title: word, doc: keyword, facts: [] })
    );
  })();
  return content ? { ...span, ...content } : null;
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

function aboutField(field: FieldRow): Content {
  const range = describeRange(field);
  const words = choices(field);
  return {
    title: field.name,
    doc: field.doc,
    facts: [
      { name: "takes", value: describeAccepts(field.accepts) },
      ...(field.unit ? [{ name: "unit", value: field.unit }] : []),
      { name: "default", value: isRequired(field) ? "none: required" : (field.default ?? "computed") },
      ...(range ? [{ name: "range", value: range }] : []),
      ...(field.plausible ? [{ name: "usual", value: field.plausible.because }] : []),
      ...words.filter((word) => !word.tag).map((word) => ({ name: word.word, value: word.doc })),
      { name: "example", value: `${field.name} = ${field.example}` },
      ...(field.source ? [{ name: "source", value: field.source }] : []),
    ],
  };
}

function aboutRecord(row: RecordRow): Content {
  const args = row.fields.map((field) => field.name).join(", ");
  return {
    title: args ? `${row.name}(${args})` : row.name,
    doc: row.doc,
    facts: row.fields.map((field) => ({
      name: field.name,
      value: isRequired(field) ? field.doc : `${field.doc} Default: ${field.default ?? "computed"}.`,
    })),
  };
}

function aboutOutput(path: string, known: Known): Content | null {
  const output = known.outputs.find((row) => row.path === path);
  if (!output) return null;
  const unit = output.unit === undefined || output.unit === "1" ? [] : [{ name: "unit", value: output.unit }];
  return { title: path, doc: output.doc, facts: unit };
}

/** The whole unit that begins at `start`: `GB/s`, though the cursor stands on `GB`. */
function unitAt(text: string, start: number): Content | null {
  const whole = /^[A-Za-z$%][\w/$-]*/.exec(text.slice(start))?.[0] ?? "";
  const unit = unitNames().find((row) => row.spelling === whole);
  return unit ? { title: whole, doc: sentence(unit.doc), facts: [] } : null;
}
