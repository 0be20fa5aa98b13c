import { parseUnit, unitNames } from "../../units/index.ts";
import {
  choices,
  describeAccepts,
  type FieldRow,
  functionRows,
  isRequired,
  type RecordRow,
} from "../schema/index.ts";
import { type Cursor, cursorAt } from "./cursor/cursor.ts";
import type { Known, KnownName } from "./known.ts";
import { type Members, membersOf } from "./members.ts";
import { namesIn } from "./namesIn.ts";
import { scan } from "./scan.ts";
import { clauseKeywords, expressionKeywords, statementKeywords } from "./words.ts";

/** One thing that may stand at the cursor. */
export interface Item {
  readonly text: string;
  readonly kind:
    | "field"
    | "word"
    | "definition"
    | "unit"
    | "keyword"
    | "function"
    | "argument"
    | "column"
    | "output"
    | "module";
  /** What it is, in a few words: type, unit, default; a signature. */
  readonly detail: string;
  /** One sentence. */
  readonly doc: string;
}

export interface Completion {
  /** The piece of text that an item replaces, UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** Best first. */
  readonly items: readonly Item[];
}

const keyword = (words: ReadonlyMap<string, string>): readonly Item[] =>
  [...words].map(([text, doc]) => ({ text, kind: "keyword", detail: "keyword", doc }));
const definition = ({ name, kind, detail, value, from }: KnownName): Item => ({
  text: name,
  kind: "definition",
  detail: [
    kind,
    value === undefined || value.length > 30 ? "" : ` ${value}`,
    from === undefined ? "" : `, ${from}`,
  ].join(""),
  doc: detail,
});
const fieldItem = (field: FieldRow): Item => ({
  text: field.name,
  kind: "field",
  detail: `${taken(field)}${isRequired(field) ? ", required" : field.default ? `, default ${field.default}` : ""}`,
  doc: field.doc,
});
/** Longer lists of words are for hover. */
const LONGEST = 60;
const taken = (field: FieldRow): string => {
  const all = describeAccepts(field.accepts);
  const unit = field.unit === undefined || all.includes(field.unit) ? "" : ` (${field.unit})`;
  return all.length <= LONGEST ? `${all}${unit}` : `${all.slice(0, all.lastIndexOf(",", LONGEST))}, …`;
};
const columnItem = ({ name, detail }: { readonly name: string; readonly detail: string }): Item => ({
  text: name,
  kind: "column",
  detail: "column",
  doc: detail,
});
const PART_ITEMS: readonly Item[] = ["plan", "cluster", "model"].map((part) => ({
  text: part,
  kind: "field",
  detail: part,
  doc: `The scenario's ${part}.`,
}));

/** What could stand at `offset`, best first. */
export function complete(text: string, offset: number, known: Known): Completion {
  const tokens = scan(text);
  const names = namesIn(tokens, known);
  const cursor = cursorAt(tokens, text, offset, names);
  const candidates = candidatesAt(cursor, names, known, text);
  return { start: cursor.start, end: offset, items: matching(candidates, cursor.prefix) };
}

/** The order given is the rank; what begins with the prefix stands before what only resembles it. */
function matching(items: readonly Item[], prefix: string): readonly Item[] {
  const seen = new Set<string>();
  const tiers: Item[][] = [[], [], [], []];
  for (const item of items) {
    if (seen.has(item.text)) continue;
    const tier = likeness(item.text, prefix);
    if (tier === null) continue;
    seen.add(item.text);
    tiers[tier]?.push(item);
  }
  return tiers.flat();
}

/** 0 begins with it; 1 but for case; 2 a later word of it does, or its initials (`mb`); 3 has the letters in order; null no. */
function likeness(text: string, prefix: string): 0 | 1 | 2 | 3 | null {
  if (text.startsWith(prefix)) return 0;
  const lower = prefix.toLowerCase();
  const other = text.toLowerCase();
  if (other.startsWith(lower)) return 1;
  if (lower.length < 2) return null;
  const words = other.split(/[^a-z0-9]+/);
  if (words.slice(1).some((word) => word.startsWith(lower))) return 2;
  if (
    words.length > 1 &&
    words
      .map((word) => word.charAt(0))
      .join("")
      .startsWith(lower)
  )
    return 2;
  if (lower.length < 3 || other[0] !== lower[0]) return null;
  let at = 0;
  for (const letter of other) if (letter === lower[at]) at++;
  return at === lower.length ? 3 : null;
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
        doc: module.endsWith(".csv") ? "A table of rows." : "Definitions to import.",
      }));
    case "imported": {
      const modules = cursor.module === undefined ? known.modules : [cursor.module];
      return modules.flatMap((module) =>
        known.exports(module).map((entry) => ({ ...definition(entry), detail: `${entry.kind}, ${module}` })),
      );
    }
    case "unit":
      return units(cursor.field);
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
    case "value":
      return cursor.path.length > 0
        ? members(membersOf(cursor.path, cursor, names, known), known, true)
        : [
            ...values(cursor.field, definitions),
            ...importable(names, known)
              .filter(({ entry }) => entry.kind === cursor.field?.accepts.definition)
              .map(importedItem),
            ...expression(cursor, definitions, names, known),
          ];
    case "expression":
      return cursor.path.length > 0
        ? members(membersOf(cursor.path, cursor, names, known), known, true)
        : expression(cursor, definitions, names, known);
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
  return [...common, ...ranked].map((unit) => ({
    text: unit.spelling,
    kind: "unit",
    detail: "unit",
    doc: unit.doc,
  }));
}

/** Fields not written yet, required ones first, then the rest. */
function fields(cursor: Cursor, text: string, definitions: readonly KnownName[]): readonly Item[] {
  if (cursor.inside.kind === "changes") return PART_ITEMS;
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

/** Names of the library that the text could import. */
function importable(names: ReadonlyMap<string, KnownName>, known: Known): readonly Importable[] {
  return known.modules.flatMap((module) =>
    module.startsWith("std/papers/")
      ? []
      : known
          .exports(module)
          .filter((entry) => !names.has(entry.name))
          .map((entry) => ({ entry, module })),
  );
}

interface Importable {
  readonly entry: KnownName;
  readonly module: string;
}

const importText = ({ entry, module }: Importable): string => `import ${entry.name} from "${module}"`;

const importItem = (one: Importable): Item => ({
  text: importText(one),
  kind: "module",
  detail: one.entry.kind,
  doc: one.entry.detail,
});

/** The name where it is used; the line that brings it in is part of what is said of it. */
const importedItem = (one: Importable): Item => ({
  text: one.entry.name,
  kind: "definition",
  detail: `${one.entry.kind}; needs ${importText(one)}`,
  doc: one.entry.detail,
});

/** Names as a record sees them: its own fields, the scenario's parts, definitions, results, functions. */
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

/** The next names of the results that begin with `prefix`. */
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

/** `computed`: fields that only follow from others are offered where a value is read, not where one is set. */
function members(found: Members, known: Known, computed: boolean): readonly Item[] {
  return [
    ...found.columns.map(columnItem),
    ...(found.outputs === null ? [] : outputs(known.outputs, found.outputs)),
    ...outputs(found.own, ""),
    ...(found.parts ? PART_ITEMS : []),
    ...found.rows.flatMap((row) => row.fields.filter((field) => computed || !field.derived).map(fieldItem)),
  ];
}
