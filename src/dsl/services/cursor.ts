import type { DefinitionKind } from "../ast.ts";
import {
  choices,
  type FieldRow,
  type FunctionRow,
  fieldRow,
  functionRows,
  kindRow,
  plotRow,
  type RecordRow,
  tagRow,
} from "../schema/index.ts";
import type { KnownName, NameKind } from "./known.ts";
import type { Token } from "./scan.ts";

/** What the innermost bracket is the inside of. */
export type Inside =
  | { readonly kind: "record"; readonly row: RecordRow }
  /** `scenario with { .. }`: paths that begin with plan, cluster, model. */
  | { readonly kind: "changes" }
  /** `show e { .. }`: names of columns and expressions. */
  | { readonly kind: "columns" }
  /** `range(1, 9, ..)` */
  | { readonly kind: "call"; readonly row: FunctionRow }
  | { readonly kind: "expression" }
  | { readonly kind: "top" };

/** Where a cursor stands. */
export interface Cursor {
  /** The word being typed begins here; equals the offset between words. */
  readonly start: number;
  readonly prefix: string;
  readonly at:
    | "comment"
    | "string"
    | "module"
    | "imported"
    | "statement"
    | "field"
    | "value"
    | "unit"
    | "expression"
    | "defined";
  readonly inside: Inside;
  /** The records around, innermost first: where names are looked up. */
  readonly around: readonly RecordRow[];
  /** `a.b.` before the word. */
  readonly path: readonly string[];
  /** The field whose value is being written. */
  readonly field: FieldRow | null;
  /** The name that the statement around defines: it cannot be used in its own definition. */
  readonly defining?: string | undefined;
  /** In the braces of `show t { .. }` and `plot t { .. }`: the names before them. */
  readonly shown: readonly string[];
  /** For `imported`: the module named behind the list, if it is written already. */
  readonly module?: string;
}

interface Frame {
  readonly inside: Inside;
  /** Index of the first token inside. */
  readonly from: number;
  readonly field: FieldRow | null;
}

const KINDS = new Set(["model", "device", "cluster", "plan", "queue"]);
const STATEMENTS = new Set([
  ...KINDS,
  "let",
  "sweep",
  "search",
  "show",
  "plot",
  "explain",
  "expect",
  "import",
  "edition",
]);
const DEFINERS = new Set([...KINDS, "let", "sweep", "search"]);
const CLAUSES = new Set([
  "for",
  "where",
  "derive",
  "minimize",
  "maximize",
  "pareto",
  "keep",
  "per",
  "on",
  "with",
]);
const OPERATORS = new Set([
  "=",
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "~=",
  "+",
  "-",
  "*",
  "/",
  "^",
  ",",
  "(",
  "[",
  "{",
  ".",
]);
const WORD_OPERATORS = new Set([
  "on",
  "with",
  "in",
  "and",
  "or",
  "not",
  "if",
  "then",
  "else",
  "where",
  "for",
]);

function isDefinition(kind: NameKind | undefined): kind is DefinitionKind {
  return kind !== undefined && KINDS.has(kind);
}

/** Index of the bracket that the one at `close` closes. */
function partner(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    const text = tokens[i]?.kind === "mark" ? (tokens[i]?.text ?? "") : "";
    if (/^[)\]}]$/.test(text)) depth++;
    if (/^[([{]$/.test(text)) depth--;
    if (depth === 0) return i;
  }
  return -1;
}

/** What `expr with {` changes, by the words before `with`. */
function changed(
  tokens: readonly Token[],
  before: number,
  from: number,
  names: ReadonlyMap<string, KnownName>,
): Inside {
  let base: string | undefined;
  for (let i = before; i >= from; i--) {
    const token = tokens[i];
    if (!token || token.text === "=" || token.text === ",") break;
    if (/^[)}]$/.test(token.text)) {
      const open = partner(tokens, i);
      if (open < from) break;
      if (token.text === ")" && base === undefined) {
        const inner = changed(tokens, i - 1, open + 1, names);
        if (inner.kind !== "expression" && inner.kind !== "call") return inner;
      }
      i = open;
      continue;
    }
    if (token.text === "on") return { kind: "changes" };
    if (token.kind === "word" && token.text !== "with") base = token.text;
    if (token.leads && base !== undefined) break;
  }
  const kind = names.get(base ?? "")?.kind;
  if (kind === "scenario") return { kind: "changes" };
  return isDefinition(kind) ? { kind: "record", row: kindRow(kind) } : { kind: "expression" };
}

function insideOf(
  tokens: readonly Token[],
  open: number,
  frame: Frame,
  statement: string,
  names: ReadonlyMap<string, KnownName>,
  field: FieldRow | null,
): Inside {
  const before = tokens[open - 1];
  if (tokens[open]?.text === "(") {
    const tag = before?.kind === "word" && before.end === tokens[open]?.start ? tagRow(before.text) : null;
    if (tag) return { kind: "record", row: tag };
    const called = functionRows.find((row) => row.name === before?.text);
    return called && before?.end === tokens[open]?.start
      ? { kind: "call", row: called }
      : { kind: "expression" };
  }
  if (tokens[open]?.text !== "{") return { kind: "expression" };
  if (before?.text === "with") {
    const isOwn = frame.inside.kind === "top" && KINDS.has(statement);
    if (isOwn) return { kind: "record", row: kindRow(statement as "plan") };
    const what = changed(tokens, open - 2, frame.from, names);
    // Inside `field = x with { .. }` the field says what x is.
    const wanted = field?.accepts.definition;
    return what.kind === "expression" && wanted ? { kind: "record", row: kindRow(wanted) } : what;
  }
  if (frame.inside.kind !== "top") return { kind: "expression" };
  if (KINDS.has(statement)) return { kind: "record", row: kindRow(statement as "plan") };
  if (statement === "plot") return { kind: "record", row: plotRow };
  return statement === "show" ? { kind: "columns" } : { kind: "expression" };
}

/** Stands in a path for a scenario in brackets: `(a on b with c).memory`. */
export const SCENARIO = "(scenario)";

/** `a.b.` that ends right before token `at`, outermost first. */
function pathBefore(
  tokens: readonly Token[],
  at: number,
  names: ReadonlyMap<string, KnownName>,
): readonly string[] {
  const path: string[] = [];
  let i = at - 1;
  for (; i >= 1 && tokens[i]?.text === "." && tokens[i - 1]?.kind === "word"; i -= 2) {
    path.unshift(tokens[i - 1]?.text ?? "");
  }
  if (tokens[i]?.text === "." && tokens[i - 1]?.text === ")") {
    const open = partner(tokens, i - 1);
    const inner = tokens.slice(open + 1, i - 1).filter((token) => token.kind === "word");
    const first = inner[0]?.text ?? "";
    const isScenario = inner.some((token) => token.text === "on") || names.get(first)?.kind === "scenario";
    path.unshift(isScenario ? SCENARIO : first);
  }
  return path;
}

/** The field being given a value: the path before the last `=` since `from`, if its value is still open at `at`. */
function fieldBefore(tokens: readonly Token[], from: number, at: number, inside: Inside): FieldRow | null {
  let depth = 0;
  for (let i = at - 1; i > from; i--) {
    const token = tokens[i];
    if (!token || token.kind === "comment") continue;
    if (token.kind === "mark" && /^[)\]}]$/.test(token.text)) depth++;
    if (token.kind === "mark" && /^[([{]$/.test(token.text)) depth--;
    if (depth !== 0) continue;
    if (token.text === ",") return null;
    if (token.text === "=") {
      return fieldAt([...pathBefore(tokens, i - 1, new Map()), tokens[i - 1]?.text ?? ""], inside);
    }
  }
  return null;
}

/** The row that a path of names leads to from inside a record or a scenario. */
function fieldAt(path: readonly string[], inside: Inside): FieldRow | null {
  let rows: readonly RecordRow[] = inside.kind === "record" ? [inside.row] : [];
  let found: FieldRow | null = null;
  for (const [i, name] of path.entries()) {
    if (i === 0 && inside.kind !== "record" && KINDS.has(name)) {
      rows = [kindRow(name as "plan")];
      continue;
    }
    found = rows.map((row) => fieldRow(row, name)).find((field) => field !== null) ?? null;
    if (!found) return null;
    rows = rowsUnder(found);
  }
  return found;
}

/** Where the fields of a field's value are found: the definition it holds, or any of its tags. */
export function rowsUnder(field: FieldRow): readonly RecordRow[] {
  if (field.accepts.definition) return [kindRow(field.accepts.definition)];
  return (field.accepts.tags ?? []).flatMap((name) => tagRow(name) ?? []);
}

/** Reads the tokens before `offset`. */
export function cursorAt(
  all: readonly Token[],
  text: string,
  offset: number,
  names: ReadonlyMap<string, KnownName>,
): Cursor {
  const tokens = all.filter((token) => token.start < offset);
  const last = tokens[tokens.length - 1];
  const top: Frame = { inside: { kind: "top" }, from: 0, field: null };
  const nowhere = {
    inside: top.inside,
    around: [],
    path: [],
    shown: [],
    field: null,
    prefix: "",
    start: offset,
  };
  if (last?.kind === "comment" && offset <= last.end) return { ...nowhere, at: "comment" };
  const frames: Frame[] = [top];
  let statement = "";
  let statementFrom = 0;
  const typing = last && last.kind === "word" && offset <= last.end ? last : null;
  const isClosed = last !== undefined && last.text.length > 1 && last.text.endsWith('"');
  const inString = last?.kind === "string" && offset < last.end + (isClosed ? 0 : 1);
  const count = typing || inString ? tokens.length - 1 : tokens.length;
  for (let i = 0; i < count; i++) {
    const token = tokens[i];
    const frame = frames[frames.length - 1] ?? top;
    if (!token) continue;
    if (token.leads && token.kind === "word" && STATEMENTS.has(token.text) && frames.length === 1) {
      statement = token.text;
      statementFrom = i;
    }
    if (token.kind !== "mark") continue;
    if (/^[([{]$/.test(token.text)) {
      const field =
        fieldBefore(tokens, frame.from - 1, i, frame.inside) ??
        (token.text === "[" ? inherited(tokens, frame) : null);
      const inside = insideOf(
        tokens,
        i,
        frame.inside.kind === "top" ? { ...frame, from: statementFrom } : frame,
        statement,
        names,
        field,
      );
      frames.push({
        inside,
        from: i + 1,
        field: token.text !== "{" && (inside.kind === "expression" || inside.kind === "call") ? field : null,
      });
    } else if (/^[)\]}]$/.test(token.text) && frames.length > 1) frames.pop();
  }
  const frame = frames[frames.length - 1] ?? top;
  const around = [...frames].reverse().flatMap((f) => (f.inside.kind === "record" ? [f.inside.row] : []));
  const prefix = typing ? text.slice(typing.start, offset) : "";
  const start = offset - prefix.length;
  const name = DEFINERS.has(statement) ? tokens[statementFrom + 1]?.text : undefined;
  const defining = name === prefix ? undefined : name;
  const base = {
    start,
    prefix,
    inside: frame.inside,
    around,
    path: pathBefore(tokens, count, names),
    field: null,
    defining,
    shown: shownBefore(tokens, statement, statementFrom, frames),
  };
  const before = tokens[count - 1];

  if (inString) {
    const within = { ...base, start: last.start + 1, prefix: text.slice(last.start + 1, offset) };
    return { ...within, at: before?.text === "from" ? "module" : "string" };
  }
  if (
    statement === "import" &&
    frames.length === 1 &&
    !(typing?.leads ?? (before !== undefined && text.slice(before.end, offset).includes("\n")))
  ) {
    const rest = all
      .slice(statementFrom)
      .find((token, i) => token.kind === "string" || (token.leads && i > 0));
    return rest?.kind === "string"
      ? { ...base, at: "imported", module: rest.text.replace(/"/g, "") }
      : { ...base, at: "imported" };
  }
  const open = fieldBefore(tokens, frame.from - 1, count, frame.inside);
  const digits = /(?<![\w.])\d\w*$/.exec(text.slice(0, offset))?.[0];
  // `schedule = 1f`: the one word that begins like a number.
  if (digits !== undefined && open && choices(open).some((choice) => choice.word.startsWith(digits))) {
    return { ...base, start: offset - digits.length, prefix: digits, field: open, at: "value" };
  }
  const unit = unitBefore(tokens, count, text, offset);
  if (unit !== null) return { ...base, ...unit, field: open, at: "unit" };
  if (base.path.length > 0) {
    const isField = frame.inside.kind === "changes" && !fieldOpen(tokens, frame.from, count);
    return { ...base, at: isField ? "field" : "expression" };
  }
  if (before && !before.leads && KINDS.has(before.text) && tokens[count - 2]?.text !== ".")
    return { ...base, at: "defined" };
  if (before?.leads && DEFINERS.has(before.text) && !typing?.leads && frames.length === 1) {
    return { ...base, at: "defined" };
  }
  const fresh = typing ? typing.leads : before === undefined || text.slice(before.end, offset).includes("\n");
  const continues = before !== undefined && (OPERATORS.has(before.text) || WORD_OPERATORS.has(before.text));
  if (frame.inside.kind === "top") {
    return { ...base, at: fresh && !(continues && before?.text !== ",") ? "statement" : "expression" };
  }
  const named = frame.inside.kind === "record" || frame.inside.kind === "changes";
  const opens = before?.text === "{" || before?.text === "(" || before?.text === ",";
  if (named && tokens[frame.from - 1]?.text !== "[" && (opens || (fresh && !continues))) {
    // Unnamed arguments (`selective(attention)`) are values of the positional field.
    const field =
      frame.inside.kind === "record" && opens && tokens[frame.from - 1]?.text === "("
        ? positional(frame.inside.row)
        : null;
    return { ...base, field, at: "field" };
  }
  const field =
    tokens[frame.from - 1]?.text === "["
      ? frame.field
      : fieldBefore(tokens, frame.from - 1, count, frame.inside);
  return { ...base, field, at: field ? "value" : "expression" };
}

/** The field that a list belongs to when no `=` stands before it: the positional one, or that of the list around. */
function inherited(tokens: readonly Token[], frame: Frame): FieldRow | null {
  const isCall = tokens[frame.from - 1]?.text === "(" && frame.inside.kind === "record";
  return isCall && frame.inside.kind === "record" ? positional(frame.inside.row) : frame.field;
}

function positional(row: RecordRow): FieldRow | null {
  return row.positional === undefined ? null : fieldRow(row, row.positional);
}

/** The names that the columns in braces belong to. */
function shownBefore(
  tokens: readonly Token[],
  statement: string,
  from: number,
  frames: readonly Frame[],
): readonly string[] {
  const braces = frames.find((frame) => tokens[frame.from - 1]?.text === "{");
  if (!braces || (statement !== "show" && statement !== "plot")) return [];
  const before = tokens.slice(from + 1, braces.from - 1);
  const last = statement === "show" ? before.findLastIndex((token) => token.text === ",") + 1 : 0;
  return before.slice(last).flatMap((token) => (token.kind === "word" ? [token.text] : []));
}

/** Whether an `=` stands between the last comma, line or bracket and `at`. */
function fieldOpen(tokens: readonly Token[], from: number, at: number): boolean {
  for (let i = at - 1; i >= from; i--) {
    if (tokens[i]?.text === "=") return true;
    if (tokens[i]?.text === "," || tokens[i]?.leads) return false;
  }
  return false;
}

/** `80 G|`, `80G|`, `x as G|`, `400 Gb/|`: the unit begun, or null. */
function unitBefore(
  tokens: readonly Token[],
  count: number,
  text: string,
  offset: number,
): { readonly start: number; readonly prefix: string } | null {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const begun =
    /(?:(?<![\w.])\$?\d[\d_]*(?:\.\d[\d_]*)?(?:[KMGTPE]i?|B)?|(?<=[\w)\]]\s+)as) +([A-Za-z$%][\w/$-]*)?$/.exec(
      line,
    );
  const touching = /(?<![\w.])\d[\d_]*(?:\.\d[\d_]*)?([A-Za-z][\w/$-]*)$/.exec(line);
  if (tokens[count - 1]?.kind === "comment") return null;
  const prefix = begun ? (begun[1] ?? "") : touching?.[1];
  if (prefix === undefined || CLAUSES.has(prefix)) return null;
  return { start: offset - prefix.length, prefix };
}
