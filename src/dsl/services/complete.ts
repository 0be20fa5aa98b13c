import { parseUnit, unitNames } from "../../units/index.ts";
import {
  choices,
  describeAccepts,
  type FieldRow,
  functionRows,
  isRequired,
  type RecordRow,
} from "../schema/index.ts";
import { type Cursor, cursorAt } from "./cursor.ts";
import type { Known, KnownName } from "./known.ts";
import { type Members, membersOf } from "./members.ts";
import { namesIn } from "./namesIn.ts";
import { scan } from "./scan.ts";
import { clauseKeywords, expressionKeywords, statementKeywords } from "./words.ts";

/** As in the session's contract. */
export interface Item {
  readonly text: string;
  readonly kind: "field" | "word" | "definition" | "unit" | "keyword" | "function" | "output" | "module";
  readonly detail: string;
}

export interface Completion {
  /** The piece of text that an item replaces, UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** Best first. */
  readonly items: readonly Item[];
}

const keyword = (words: ReadonlyMap<string, string>): readonly Item[] =>
  [...words].map(([text, detail]) => ({ text, kind: "keyword", detail }));
const definition = (entry: KnownName): Item => ({
  text: entry.name,
  kind: "definition",
  detail: entry.detail,
});
const fieldItem = (field: FieldRow): Item => ({
  text: field.name,
  kind: "field",
  detail: `${describeAccepts(field.accepts)}${isRequired(field) ? ", required" : field.default ? `, default ${field.default}` : ""}. ${field.doc}`,
});

/** What could stand at `offset`, best first. */
export function complete(text: string, offset: number, known: Known): Completion {
  const tokens = scan(text);
  const names = namesIn(tokens, known);
  const cursor = cursorAt(tokens, text, offset, names);
  const candidates = candidatesAt(cursor, names, known, text);
  return { start: cursor.start, end: offset, items: matching(candidates, cursor.prefix) };
}

/** Those that begin with the prefix, exact case first; the order given is the rank. */
function matching(items: readonly Item[], prefix: string): readonly Item[] {
  const lower = prefix.toLowerCase();
  const seen = new Set<string>();
  const unique = items.filter((item) => {
    if (seen.has(item.text) || !item.text.toLowerCase().startsWith(lower)) return false;
    seen.add(item.text);
    return true;
  });
  const exact = unique.filter((item) => item.text.startsWith(prefix));
  return [...exact, ...unique.filter((item) => !item.text.startsWith(prefix))];
}

function candidatesAt(
  cursor: Cursor,
  names: ReadonlyMap<string, KnownName>,
  known: Known,
  text: string,
): readonly Item[] {
  const definitions = [...names.values()].filter((entry) => entry.name !== cursor.defining).reverse();
  switch (cursor.at) {
    case "comment":
    case "string":
    case "defined":
      return [];
    case "module":
      return known.modules.map((module) => ({ text: module, kind: "module", detail: "library" }));
    case "imported": {
      const modules = cursor.module === undefined ? known.modules : [cursor.module];
      return modules.flatMap((module) =>
        known
          .exports(module)
          .map((entry) => ({ ...definition(entry), detail: `${entry.detail} (${module})` })),
      );
    }
    case "unit":
      return units(cursor.field);
    case "statement":
      return [...keyword(statementKeywords), ...keyword(clauseKeywords), ...definitions.map(definition)];
    case "field":
      return cursor.path.length > 0
        ? members(membersOf(cursor.path, cursor, names, known), known, false)
        : fields(cursor, text, definitions);
    case "value":
      return cursor.path.length > 0
        ? members(membersOf(cursor.path, cursor, names, known), known, true)
        : [...values(cursor.field, definitions), ...expression(cursor, definitions, known)];
    case "expression":
      return cursor.path.length > 0
        ? members(membersOf(cursor.path, cursor, names, known), known, true)
        : expression(cursor, definitions, known);
  }
}

/** Units of the field's dimension first, then the rest as listed. */
function units(field: FieldRow | null): readonly Item[] {
  const wanted = field?.accepts.numbers ?? [];
  const offered = unitNames().filter((unit) => !unit.quiet);
  const fits = (dimension: string) => wanted.includes(dimension);
  const ranked = [
    ...offered.filter((unit) => unit.spelling === field?.unit),
    ...offered.filter((unit) => fits(unit.dimension)),
    ...offered,
  ];
  const common =
    field?.unit !== undefined && parseUnit(field.unit) ? [{ spelling: field.unit, doc: field.doc }] : [];
  return [...common, ...ranked].map((unit) => ({ text: unit.spelling, kind: "unit", detail: unit.doc }));
}

/** Fields not written yet, required ones first, then the rest. */
function fields(cursor: Cursor, text: string, definitions: readonly KnownName[]): readonly Item[] {
  if (cursor.inside.kind === "changes") {
    return ["plan", "cluster", "model"].map((part) => ({
      text: part,
      kind: "field",
      detail: `change the ${part}`,
    }));
  }
  const row: RecordRow | null = cursor.inside.kind === "record" ? cursor.inside.row : null;
  if (!row) return [];
  const written = writtenAround(text, cursor.start);
  const open = row.fields.filter((field) => !written.has(field.name));
  const positional = cursor.field ? values(cursor.field, definitions) : [];
  return [
    ...positional.filter((item) => item.kind === "word"),
    ...open.filter(isRequired).map(fieldItem),
    ...open.filter((field) => !isRequired(field)).map(fieldItem),
    ...row.fields.filter((field) => written.has(field.name)).map(fieldItem),
  ];
}

/** Names given a value in the innermost brackets around `offset`. */
function writtenAround(text: string, offset: number): ReadonlySet<string> {
  const tokens = scan(text);
  const at = tokens.findIndex((token) => token.start >= offset);
  const middle = at < 0 ? tokens.length : at;
  const written = new Set<string>();
  const walk = (from: number, step: 1 | -1) => {
    let depth = 0;
    for (let i = from; i >= 0 && i < tokens.length; i += step) {
      const token = tokens[i];
      if (token?.kind === "mark" && (step === 1 ? /^[([{]$/ : /^[)\]}]$/).test(token.text)) depth++;
      else if (token?.kind === "mark" && (step === 1 ? /^[)\]}]$/ : /^[([{]$/).test(token.text)) depth--;
      if (depth < 0) return;
      const before = tokens[i - 1];
      if (depth === 0 && token?.text === "=" && before?.kind === "word" && tokens[i - 2]?.text !== ".") {
        written.add(before.text);
      }
    }
  };
  walk(middle - 1, -1);
  walk(middle, 1);
  return written;
}

function values(field: FieldRow | null, definitions: readonly KnownName[]): readonly Item[] {
  if (!field) return [];
  const { accepts } = field;
  return [
    ...choices(field).map((choice): Item => ({ text: choice.word, kind: "word", detail: choice.doc })),
    ...(accepts.boolean
      ? [
          { text: "true", kind: "word" as const, detail: field.doc },
          { text: "false", kind: "word" as const, detail: field.doc },
        ]
      : []),
    ...definitions.filter((entry) => entry.kind === accepts.definition).map(definition),
  ];
}

/** Names as a record sees them: its own fields, the scenario's parts, definitions, results, functions. */
function expression(cursor: Cursor, definitions: readonly KnownName[], known: Known): readonly Item[] {
  const own = cursor.around.flatMap((row) => row.fields.map(fieldItem));
  const parts = ["plan", "cluster", "model"].map(
    (part): Item => ({ text: part, kind: "field", detail: `the scenario's ${part}` }),
  );
  return [
    ...own,
    ...definitions.map(definition),
    ...parts,
    ...outputs(known, ""),
    ...functionRows.map(
      (row): Item => ({ text: row.name, kind: "function", detail: `${row.signature}: ${row.doc}` }),
    ),
    ...keyword(expressionKeywords),
  ];
}

/** The next names of the results that begin with `prefix`. */
function outputs(known: Known, prefix: string): readonly Item[] {
  return known.outputs
    .filter((output) => output.path.startsWith(prefix))
    .flatMap((output): Item[] => {
      const rest = output.path.slice(prefix.length);
      if (rest.includes(".")) return [];
      const unit = output.unit === undefined || output.unit === "1" ? "" : ` (${output.unit})`;
      return [{ text: rest, kind: "output", detail: `${output.doc}${unit}` }];
    });
}

/** `computed`: fields that only follow from others are offered where a value is read, not where one is set. */
function members(found: Members, known: Known, computed: boolean): readonly Item[] {
  const parts = found.parts ? ["plan", "cluster", "model"] : [];
  return [
    ...(found.outputs === null ? [] : outputs(known, found.outputs)),
    ...(found.modelOutputs
      ? outputs(known, "").filter((item) => known.modelOutputs.includes(item.text))
      : []),
    ...parts.map((part): Item => ({ text: part, kind: "field", detail: `the scenario's ${part}` })),
    ...found.rows.flatMap((row) => row.fields.filter((field) => computed || !field.derived).map(fieldItem)),
  ];
}
