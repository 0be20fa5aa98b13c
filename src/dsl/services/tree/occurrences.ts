import type { Clause, Expr, File, Import, Name, RecordExpr, Span, Statement } from "../../ast/ast.ts";
import { isDefinitionKind } from "../../ast/words.ts";
import { choices, fieldRow, kindRow, type RecordRow } from "../../schema/index.ts";

/** Place at which a program writes a name of its own: a definition, an import, or a use of either. */
export interface Occurrence {
  readonly name: string;
  readonly span: Span;
  /**
   * Role of the place. `exported` is the name before `as` in an import, which belongs to the imported file; `alias` is
   * the name after `as`.
   */
  readonly role: "definition" | "import" | "exported" | "alias" | "reference";
}

/** Names that hide the file's names at a place: parameters, fields, columns. */
type Hidden = ReadonlySet<string>;

/**
 * All places at which a file writes names that it defines or imports, in written order. A name that a field, a
 * parameter or a column hides is left out, because it means something else there.
 */
export function occurrences(file: File): readonly Occurrence[] {
  const before = known.get(file);
  if (before) return before;
  const found = findOccurrences(file);
  known.set(file, found);
  return found;
}

/** Occurrences of each tree. An editor asks several times about one tree. */
const known = new WeakMap<File, readonly Occurrence[]>();

function findOccurrences(file: File): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const item of file.items) {
    if (item.kind === "import") found.push(...ofImport(item));
    else if ("name" in item) found.push({ ...placeOf(item.name), role: "definition" });
  }
  const own = new Set(found.filter(({ role }) => role !== "exported").map(({ name }) => name));
  const columns = columnsOf(file);
  const use = ({ name, span }: Name, hidden: Hidden): void => {
    if (own.has(name) && !hidden.has(name)) found.push({ name, span, role: "reference" });
  };
  for (const item of file.items) if (item.kind !== "import") walkStatement(item, { use, columns });
  if (file.result) walk(file.result, new Set(), { use, columns });
  return found.sort((a, b) => a.span.start - b.span.start);
}

interface Walk {
  readonly use: (name: Name, hidden: Hidden) => void;
  /** Columns of each table of the file, by the table's name. */
  readonly columns: ReadonlyMap<string, Hidden>;
}

const placeOf = ({ name, span }: Name): Name => ({ name, span });
const NOTHING: Hidden = new Set();

const ofImport = ({ names }: Import): Occurrence[] =>
  names.flatMap(({ name, as }): Occurrence[] =>
    as
      ? [
          { ...placeOf(name), role: "exported" },
          { ...placeOf(as), role: "alias" },
        ]
      : [{ ...placeOf(name), role: "import" }],
  );

function columnsOf({ items }: File): ReadonlyMap<string, Hidden> {
  const columns = new Map<string, Hidden>();
  for (const item of items)
    if (item.kind === "sweep" || item.kind === "search")
      columns.set(item.name.name, new Set(item.clauses.flatMap(columnNames)));
  return columns;
}

function columnNames(clause: Clause): readonly string[] {
  if (clause.kind === "derive" || clause.kind === "scaling") return [clause.name.name];
  return clause.kind === "for" ? clause.paths.flatMap(({ names }) => names.at(-1)?.name ?? []) : [];
}

function walkStatement(item: Statement, to: Walk): void {
  switch (item.kind) {
    case "define": {
      const row = kindRow(item.what);
      if (item.body.kind === "record") walkRecord(item.body, NOTHING, row, to);
      else walk(item.body, NOTHING, to);
      return;
    }
    case "exercise":
    case "predict":
      for (const { value } of item.body.fields) walk(value, NOTHING, to);
      return;
    case "let":
      walk(item.value, NOTHING, to);
      return;
    case "fn":
      walk(item.body, new Set(item.params.map(({ name }) => name)), to);
      return;
    case "sweep":
    case "search":
    case "solve": {
      walk(item.base, NOTHING, to);
      const hidden = new Set(item.clauses.flatMap((one) => (one.kind === "for" ? [] : columnNames(one))));
      for (const clause of item.clauses) walkClause(clause, hidden, to);
      return;
    }
    case "control":
      if (item.path.names[0]) to.use(item.path.names[0], NOTHING);
      walk(item.in, NOTHING, to);
      if (item.to) walk(item.to, NOTHING, to);
      return;
    case "show":
      for (const { value, columns = [] } of item.items) {
        walk(value, NOTHING, to);
        const hidden = value.kind === "name" ? (to.columns.get(value.name) ?? NOTHING) : NOTHING;
        for (const column of columns) walk(column.value, hidden, to);
      }
      return;
    case "plot":
      for (const one of item.items) walk(one, NOTHING, to);
      if (item.options) walk(item.options, columnsBehind(item.items, to), to);
      return;
    case "compare":
      for (const one of item.items) walk(one, NOTHING, to);
      return;
    case "diagnose":
      walk(item.value, NOTHING, to);
      walk(item.against, NOTHING, to);
      return;
    case "explain":
      walk(item.value, NOTHING, to);
      if (item.against) walk(item.against, NOTHING, to);
      return;
    case "expect":
      for (const { condition } of item.checks) walk(condition, NOTHING, to);
  }
}

const columnsBehind = (items: readonly Expr[], { columns }: Walk): Hidden =>
  new Set(items.flatMap((one) => (one.kind === "name" ? [...(columns.get(one.name) ?? [])] : [])));

function walkClause(clause: Clause, hidden: Hidden, to: Walk): void {
  switch (clause.kind) {
    case "for":
      for (const { names } of clause.paths)
        if (names[0] && !isDefinitionKind(names[0].name)) to.use(names[0], hidden);
      walk(clause.in, hidden, to);
      if (clause.to) walk(clause.to, hidden, to);
      return;
    case "where":
      walk(clause.condition, hidden, to);
      return;
    case "derive":
      walk(clause.value, hidden, to);
      return;
    case "minimize":
    case "maximize":
      walk(clause.objective, hidden, to);
      return;
    case "pareto":
      for (const one of clause.objectives) walk(one, hidden, to);
  }
}

function walkRecord(record: RecordExpr, hidden: Hidden, row: RecordRow | null, to: Walk): void {
  const fields = [
    ...(row?.fields.map(({ name }) => name) ?? []),
    ...record.fields.flatMap(({ path }) => (path.names.length === 1 ? (path.names[0]?.name ?? []) : [])),
  ];
  const inside = new Set([...hidden, ...fields]);
  for (const { path, value } of record.fields) {
    const field = row && path.names.length === 1 ? fieldRow(row, path.names[0]?.name ?? "") : null;
    const words = field ? choices(field).map(({ word }) => word) : [];
    walk(value, words.length === 0 ? inside : new Set([...inside, ...words]), to);
  }
}

function walk(expr: Expr, hidden: Hidden, to: Walk): void {
  switch (expr.kind) {
    case "name":
      to.use(expr, hidden);
      return;
    case "record":
      walkRecord(expr, hidden, null, to);
      return;
    case "list":
      for (const one of expr.items) walk(one, hidden, to);
      return;
    case "member":
      walk(expr.object, hidden, to);
      return;
    case "call":
      to.use(expr.callee, hidden);
      for (const { value } of expr.args) walk(value, hidden, to);
      return;
    case "unary":
      walk(expr.operand, hidden, to);
      return;
    case "binary":
      walk(expr.left, hidden, to);
      walk(expr.right, hidden, to);
      return;
    case "as":
      walk(expr.value, hidden, to);
      return;
    case "if":
      for (const one of [expr.condition, expr.yes, expr.no]) walk(one, hidden, to);
      return;
    case "paren":
      walk(expr.inner, hidden, to);
      return;
  }
}
