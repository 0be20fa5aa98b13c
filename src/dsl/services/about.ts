import { unitNames } from "../../units/index.ts";
import {
  choices,
  describeAccepts,
  describeRange,
  drawnMembers,
  exerciseRow,
  type FieldRow,
  functionRows,
  isRequired,
  kindRows,
  plotRow,
  predictRow,
  type RecordRow,
  recordRow,
  tagRows,
} from "../schema/index.ts";
import type { Known, KnownName } from "./text/known.ts";
import { clauseKeywords, expressionKeywords, statementKeywords } from "./text/words.ts";

/** Documentation of a word of the language as plain texts, which any front end can format. */
export interface About {
  /** Word with its arguments or its full path: `micro_batch`, `mha(heads, d_head, qkv_bias)`, `memory.peak`. */
  readonly title: string;
  readonly doc: string;
  /** Further facts on the word, in the order to show: accepted values, default, range, example, source. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.}]$/.test(text) ? "" : "."}`;

export function aboutField(field: FieldRow): About {
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

export function aboutRecord(row: RecordRow): About {
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

export function aboutWord(word: string, doc: string, field: string): About {
  return { title: word, doc: sentence(doc), facts: [{ name: "word of", value: field }] };
}

/** Documentation of a result such as `memory.peak`; null for an unknown path. */
export function aboutOutput(path: string, outputs: Known["outputs"]): About | null {
  const output = outputs.find((row) => row.path === path);
  if (!output) return null;
  const unit = output.unit === undefined || output.unit === "1" ? [] : [{ name: "unit", value: output.unit }];
  return { title: path, doc: output.doc, facts: unit };
}

/** Documentation of a name that reads the distribution of an uncertain number: `p90`, `mean`. */
export function aboutQuantile(word: string): About | null {
  const row = drawnMembers.find(
    ({ name }) => name === (/^p\d\d?$/.test(word) && word !== "p50" ? "p10" : word),
  );
  return row ? { title: word, doc: row.doc, facts: [] } : null;
}

export function aboutName(entry: KnownName): About {
  const { name, kind, detail, value, from, cite, signature } = entry;
  const says = detail === kind ? [] : [{ name: "kind", value: kind }];
  return {
    title: signature ?? name,
    doc: detail,
    facts: [
      ...says,
      ...(value === undefined ? [] : [{ name: "now", value }]),
      ...(from === undefined ? [] : [{ name: "defined in", value: from }]),
      ...(cite === undefined ? [] : [{ name: "source", value: cite }]),
    ],
  };
}

export function aboutFunction(name: string): About | null {
  const row = functionRows.find((one) => one.name === name);
  return row ? { title: row.signature, doc: row.doc, facts: [] } : null;
}

export function aboutUnit(spelling: string): About | null {
  const unit = unitNames().find((row) => row.spelling === spelling);
  return unit ? { title: spelling, doc: sentence(unit.doc), facts: [] } : null;
}

export function aboutKeyword(word: string): About | null {
  const doc = statementKeywords.get(word) ?? clauseKeywords.get(word) ?? expressionKeywords.get(word);
  return doc === undefined ? null : { title: word, doc, facts: [] };
}

/** Maximum number of field paths that one line of documentation lists. */
const MAX_LISTED = 3;
const listed = (paths: readonly string[]): string =>
  paths.length <= MAX_LISTED
    ? paths.join(", ")
    : `${paths.slice(0, MAX_LISTED).join(", ")} and ${paths.length - MAX_LISTED} more`;

/**
 * Documentation of all meanings of a word; names that the user has defined come first. For `plan.tp`, only the field
 * `tp` of a plan.
 */
export function meanings(word: string, known: Known): readonly About[] {
  const records = [...kindRows, ...tagRows, plotRow, exerciseRow, predictRow];
  const [owner, member] = /^(\w+)\.(\w+)$/.exec(word)?.slice(1) ?? [];
  const name = known.names.find((entry) => entry.name === word);
  const record = recordRow(word);
  const fields = records.flatMap((row) =>
    row.fields
      .filter((field) =>
        member === undefined ? field.name === word : row.name === owner && field.name === member,
      )
      .map((field) => ({ ...aboutField(field), title: `${row.name}.${field.name}` })),
  );
  // Many fields may accept one word. Fields in which the word has one meaning share an entry.
  const owners = new Map<string, string[]>();
  for (const row of records) {
    for (const field of row.fields) {
      for (const choice of choices(field)) {
        if (choice.tag || choice.word !== word) continue;
        const path = `${row.name}.${field.name}`;
        const known = owners.get(choice.doc);
        if (known) known.push(path);
        else owners.set(choice.doc, [path]);
      }
    }
  }
  const words = [...owners].map(([doc, paths]) => aboutWord(word, doc, listed(paths)));
  return [
    name ? aboutName(name) : null,
    record ? aboutRecord(record) : null,
    ...fields,
    ...words,
    aboutOutput(word, known.outputs),
    aboutFunction(word),
    aboutUnit(word),
    aboutKeyword(word),
  ].filter((one) => one !== null);
}
