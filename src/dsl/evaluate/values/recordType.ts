import type { DefinitionKind, Expr, Source } from "../../ast/ast.ts";
import { type FieldRow, kindRow, type RecordRow, tagRow } from "../../schema/index.ts";
import { parse } from "../../syntax/index.ts";

/** Type of a record, made from its schema row: the fields by name, with their defaults already parsed. */
export interface RecordType {
  readonly what: DefinitionKind | "tagged";
  /** Name of the type: `plan`, or a tag such as `mha`. */
  readonly name: string;
  readonly row: RecordRow;
  readonly fields: ReadonlyMap<string, FieldType>;
}

export interface FieldType {
  readonly row: FieldRow;
  readonly default: { readonly expr: Expr; readonly source: Source } | null;
}

/**
 * Source texts of the schema's defaults. The user has not written these texts, so errors must not point at places in
 * them.
 */
const schemaSources = new WeakSet<Source>();
export function isSchemaSource(source: Source): boolean {
  return schemaSources.has(source);
}

function build(what: RecordType["what"], row: RecordRow): RecordType {
  const fields = new Map(
    row.fields.map((field) => [field.name, { row: field, default: parsed(row, field) }]),
  );
  return { what, name: row.name, row, fields };
}

function parsed(record: RecordRow, field: FieldRow): FieldType["default"] {
  if (field.default === undefined) return null;
  const source = { name: `default of ${record.name}.${field.name}`, text: field.default };
  schemaSources.add(source);
  const expr = parse(source, "cell").file.result;
  return expr ? { expr, source } : null;
}

const kinds = new Map<DefinitionKind, RecordType>();
export function kindType(kind: DefinitionKind): RecordType {
  let type = kinds.get(kind);
  if (!type) {
    type = build(kind, kindRow(kind));
    kinds.set(kind, type);
  }
  return type;
}

const tags = new Map<string, RecordType>();
/** Record type of a tag such as `mha`, whose fields are the tag's arguments; null for an unknown tag. */
export function tagType(name: string): RecordType | null {
  const known = tags.get(name);
  if (known) return known;
  const row = tagRow(name);
  if (!row) return null;
  const type = build("tagged", row);
  tags.set(name, type);
  return type;
}
