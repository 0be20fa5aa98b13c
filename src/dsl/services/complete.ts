import { parseUnit, unitNames } from "../../units/index.ts";
import {
  choices,
  drawnMembers,
  type FieldRow,
  functionRows,
  givenFields,
  isRequired,
  type RecordRow,
} from "../schema/index.ts";
import { type Cursor, cursorAt } from "./cursor/cursor.ts";
import { importable, importedItem, importItem } from "./importable.ts";
import { columnItem, definition, fieldItem, type Item, keyword, PART_ITEMS } from "./item.ts";
import { matching } from "./matching.ts";
import { type Members, membersOf } from "./members.ts";
import type { Known, KnownName } from "./text/known.ts";
import { namesIn } from "./text/namesIn.ts";
import { scan } from "./text/scan.ts";
import { clauseKeywords, expressionKeywords, statementKeywords } from "./text/words.ts";
import { writtenAround } from "./text/writtenAround.ts";

export interface Completion {
  /** Start of the text that a chosen completion replaces, in UTF-16 offsets. `end` is the end of this text. */
  readonly start: number;
  readonly end: number;
  /** Completions to offer, best first. */
  readonly items: readonly Item[];
}

/** Completions for the word at an offset of a text, best first. `known` has the names from outside the text. */
export function complete(text: string, offset: number, known: Known): Completion {
  const tokens = scan(text);
  const names = namesIn(tokens, known);
  const cursor = cursorAt(tokens, text, offset, names);
  const candidates = candidatesAt(cursor, names, known, text);
  return { start: cursor.start, end: offset, items: matching(candidates, cursor.prefix) };
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
      return known.modules.map((module) => ({
        text: module,
        kind: "module",
        detail: module.startsWith("std/") ? "library" : "file",
        doc: moduleDoc(module),
      }));
    case "imported": {
      const modules = cursor.module === undefined ? known.modules : [cursor.module];
      return modules.flatMap((module) =>
        known.exports(module).map((entry) => ({ ...definition(entry), detail: `${entry.kind}, ${module}` })),
      );
    }
    case "unit":
      return units(cursor.field, cursor.prefix);
    case "statement":
      return [
        ...keyword(statementKeywords),
        ...keyword(clauseKeywords),
        ...definitions.map(definition),
        ...(cursor.prefix.length < 2 ? [] : importable(names, known).map(importItem)),
      ];
    case "field":
      return cursor.path.length > 0
        ? members(membersOf(cursor.path, cursor, names, known), known, false)
        : fields(cursor, text, definitions);
    case "value": {
      if (cursor.path.length > 0) return members(membersOf(cursor.path, cursor, names, known), known, true);
      const own = [
        ...values(cursor.field, definitions),
        ...importable(names, known)
          .filter(({ entry }) => entry.kind === cursor.field?.accepts.definition)
          .map(importedItem),
      ];
      // Before the first letter is typed, only values of the field are offered. Names that can begin an expression
      // would hide them.
      return own.length > 0 && cursor.prefix === ""
        ? own
        : [...own, ...expression(cursor, definitions, names, known)];
    }
    case "expression":
      return cursor.path.length > 0
        ? members(membersOf(cursor.path, cursor, names, known), known, true)
        : expression(cursor, definitions, names, known);
  }
}

function moduleDoc(module: string): string {
  if (module.endsWith(".csv")) return "A table of rows.";
  return module.endsWith(".log") ? "The log of a training run." : "Definitions to import.";
}

/**
 * Completions of a unit: units of the field's dimension, its usual unit first. All units where the field has no
 * dimension, or where no unit of the dimension begins with the prefix.
 */
function units(field: FieldRow | null, prefix: string): readonly Item[] {
  const wanted = field?.accepts.numbers ?? [];
  const offered = unitNames().filter((unit) => !unit.quiet);
  const fitting = offered.filter((unit) => wanted.includes(unit.dimension));
  const begun = prefix.toLowerCase();
  const some = fitting.some(({ spelling }) => spelling.toLowerCase().startsWith(begun));
  const usual = offered.filter((unit) => unit.spelling === field?.unit);
  const common =
    field?.unit !== undefined && parseUnit(field.unit) ? [{ spelling: field.unit, doc: field.doc }] : [];
  return [...common, ...usual, ...(some ? fitting : offered)].map((unit) => ({
    text: unit.spelling,
    kind: "unit",
    detail: "unit",
    doc: unit.doc,
  }));
}

/** Completions of a field in a record: required fields first, fields that are already written last. */
function fields(cursor: Cursor, text: string, definitions: readonly KnownName[]): readonly Item[] {
  if (cursor.inside.kind === "changes") return [...PART_ITEMS, ...givenFields().map(fieldItem)];
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

function values(field: FieldRow | null, definitions: readonly KnownName[]): readonly Item[] {
  if (!field) return [];
  const { accepts } = field;
  return [
    ...choices(field).map(
      (choice): Item => ({
        text: choice.word,
        kind: "word",
        detail: choice.tag ? `${field.name}, with arguments` : field.name,
        doc: choice.doc,
      }),
    ),
    ...(accepts.boolean
      ? [
          { text: "true", kind: "word" as const, detail: field.name, doc: field.doc },
          { text: "false", kind: "word" as const, detail: field.name, doc: field.doc },
        ]
      : []),
    ...definitions.filter((entry) => entry.kind === accepts.definition).map(definition),
  ];
}

/** Completions in an expression: fields of the record, parts of the scenario, definitions, results and functions. */
function expression(
  cursor: Cursor,
  definitions: readonly KnownName[],
  names: ReadonlyMap<string, KnownName>,
  known: Known,
): readonly Item[] {
  const own = cursor.around.flatMap((row) => row.fields.map(fieldItem));
  const { inside } = cursor;
  const args = inside.kind === "call" ? [...inside.row.signature.matchAll(/(\w+) = /g)] : [];
  return [
    ...cursor.shown.flatMap((name) => names.get(name)?.columns ?? []).map(columnItem),
    ...args.map(
      ([, name = ""]): Item => ({
        text: `${name} = `,
        kind: "argument",
        detail: inside.kind === "call" ? inside.row.signature : "",
        doc: inside.kind === "call" ? inside.row.doc : "",
      }),
    ),
    ...own,
    ...definitions.map(definition),
    ...PART_ITEMS,
    ...outputs(known.outputs, ""),
    ...functionRows.map(
      (row): Item => ({ text: row.name, kind: "function", detail: row.signature, doc: row.doc }),
    ),
    ...keyword(expressionKeywords),
    ...(cursor.prefix.length < 2 ? [] : importable(names, known).map(importedItem)),
  ];
}

/** Completions of a result path that begins with `prefix`: the names that can follow. */
function outputs(all: Known["outputs"], prefix: string): readonly Item[] {
  return all
    .filter((output) => output.path.startsWith(prefix))
    .flatMap((output): Item[] => {
      const rest = output.path.slice(prefix.length);
      if (rest.includes(".")) return [];
      const unit = output.unit === undefined || output.unit === "1" ? "result" : `result (${output.unit})`;
      return [{ text: rest, kind: "output", detail: unit, doc: output.doc }];
    });
}

/** Completions after a number: its quantiles. */
const quantiles = drawnMembers.map(
  ({ name, doc }): Item => ({ text: name, kind: "output", detail: "quantile", doc }),
);

/** True where a dotted path is a result that is a number: `step_time.`. */
const isNumber = (path: string | null, { outputs }: Known): boolean =>
  outputs.some((output) => `${output.path}.` === path && output.unit !== undefined);

/** Completions after a dot. With `computed`, they include computed fields, which can be read but not set. */
function members(found: Members, known: Known, computed: boolean): readonly Item[] {
  return [
    ...found.columns.map(columnItem),
    ...(found.outputs === null ? [] : outputs(known.outputs, found.outputs)),
    ...outputs(found.own, ""),
    ...(found.number || isNumber(found.outputs, known) ? quantiles : []),
    ...(found.parts ? PART_ITEMS : []),
    ...found.rows.flatMap((row) => row.fields.filter((field) => computed || !field.derived).map(fieldItem)),
  ];
}
