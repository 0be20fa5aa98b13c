import { describeAccepts, type FieldRow, isRequired } from "../schema/index.ts";
import type { KnownName, NameKind } from "./text/known.ts";

/** A completion that an editor offers. */
export interface Item {
  readonly text: string;
  readonly kind:
    | "field"
    | "word"
    /** Kind of the definition that the name stands for; front ends show it next to the name. */
    | NameKind
    | "unit"
    | "keyword"
    | "function"
    | "argument"
    | "column"
    | "output"
    | "module";
  /** Short description of the item: type, unit and default of a field, or the signature of a function. */
  readonly detail: string;
  /** Documentation of the item in one sentence. */
  readonly doc: string;
}

export const keyword = (words: ReadonlyMap<string, string>): readonly Item[] =>
  [...words].map(([text, doc]) => ({ text, kind: "keyword", detail: "keyword", doc }));

export const definition = ({ name, kind, detail, value, from, signature }: KnownName): Item => ({
  text: name,
  kind,
  detail: [
    signature ?? kind,
    signature !== undefined || value === undefined || value.length > 30 ? "" : ` ${value}`,
    from === undefined ? "" : `, ${from}`,
  ].join(""),
  doc: detail,
});

export const fieldItem = (field: FieldRow): Item => ({
  text: field.name,
  kind: "field",
  detail: `${taken(field)}${isRequired(field) ? ", required" : field.default ? `, default ${field.default}` : ""}`,
  doc: field.doc,
});

/**
 * Maximum length, in characters, of the accepted values in a completion's detail. A longer list is cut; a hover shows
 * all of it.
 */
const LONGEST = 60;

const taken = (field: FieldRow): string => {
  const all = describeAccepts(field.accepts);
  const unit = field.unit === undefined || all.includes(field.unit) ? "" : ` (${field.unit})`;
  return all.length <= LONGEST ? `${all}${unit}` : `${all.slice(0, all.lastIndexOf(",", LONGEST))}, …`;
};

export const columnItem = ({ name, detail }: { readonly name: string; readonly detail: string }): Item => ({
  text: name,
  kind: "column",
  detail: "column",
  doc: detail,
});

export const PART_ITEMS: readonly Item[] = ["plan", "cluster", "model"].map((part) => ({
  text: part,
  kind: "field",
  detail: part,
  doc: `The scenario's ${part}.`,
}));
