import { definers, isDefinitionKind } from "../../ast/words.ts";
import { choices, type FieldRow, type RecordRow } from "../../schema/index.ts";
import type { KnownName } from "../text/known.ts";
import type { Token } from "../text/scan.ts";
import { fieldBefore, positional } from "./fieldBefore.ts";
import { openBehind, shownBefore } from "./frames.ts";
import type { Inside } from "./inside.ts";
import { pathBefore } from "./pathBefore.ts";
import { unitBefore } from "./unitBefore.ts";

/** Syntactic position of a cursor: what may be typed there. */
export interface Cursor {
  /** Offset where the word begins that is being typed. Between words, the offset of the cursor. */
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
  /** Schema rows of the records that enclose the cursor, innermost first. Names are looked up in their fields. */
  readonly around: readonly RecordRow[];
  /** Names before the word in a dotted path: `a` and `b` for `a.b.c`. */
  readonly path: readonly string[];
  /** Field whose value is being written at the cursor; null outside a value. */
  readonly field: FieldRow | null;
  /**
   * Name that the current statement defines. Completions leave it out, because a definition cannot use its own name.
   */
  readonly defining?: string | undefined;
  /** Names whose columns the braces around the cursor list, in `show t { .. }` and `plot t { .. }`; empty elsewhere. */
  readonly shown: readonly string[];
  /** Module of the import statement at the cursor; absent while it is not written yet. */
  readonly module?: string;
}

const DEFINERS: ReadonlySet<string> = new Set(definers);
/** Operators, brackets and words after which an expression continues, even on the next line. */
const OPERATORS: ReadonlySet<string> = new Set([
  ...["=", "==", "!=", "<", "<=", ">", ">=", "~=", "+", "-", "*", "/", "^", ",", "(", "[", "{", "."],
  ...["on", "with", "in", "and", "or", "not", "if", "then", "else", "where", "for"],
]);

/** Determines the syntactic position at an offset of a text, from the tokens before the offset. */
export function cursorAt(
  all: readonly Token[],
  text: string,
  offset: number,
  names: ReadonlyMap<string, KnownName>,
): Cursor {
  const tokens = all.filter((token) => token.start < offset);
  const last = tokens[tokens.length - 1];
  if (last?.kind === "comment" && offset <= last.end) {
    const nowhere = { inside: { kind: "top" }, around: [], path: [], shown: [], field: null } as const;
    return { ...nowhere, start: offset, prefix: "", at: "comment" };
  }
  const typing = last && last.kind === "word" && offset <= last.end ? last : null;
  const isClosed = last !== undefined && last.text.length > 1 && last.text.endsWith('"');
  const inString = last?.kind === "string" && offset < last.end + (isClosed ? 0 : 1);
  const count = typing || inString ? tokens.length - 1 : tokens.length;
  const before = tokens[count - 1];
  const open = openBehind(tokens, count, names);
  const { frames, frame, statement, statementFrom } = open;
  const prefix = typing ? text.slice(typing.start, offset) : "";
  const name = DEFINERS.has(statement) ? tokens[statementFrom + 1]?.text : undefined;
  const base = {
    start: offset - prefix.length,
    prefix,
    inside: frame.inside,
    around: [...frames].reverse().flatMap((f) => (f.inside.kind === "record" ? [f.inside.row] : [])),
    path: pathBefore(tokens, count, names),
    field: null,
    defining: name === prefix ? undefined : name,
    shown: shownBefore(tokens, open),
  };

  if (inString) {
    const within = { ...base, start: last.start + 1, prefix: text.slice(last.start + 1, offset) };
    return { ...within, at: before?.text === "from" ? "module" : "string" };
  }
  const newLine = before !== undefined && text.slice(before.end, offset).includes("\n");
  if (statement === "import" && frames.length === 1 && !(typing?.leads ?? newLine)) {
    const rest = all
      .slice(statementFrom)
      .find((token, i) => token.kind === "string" || (token.leads && i > 0));
    return rest?.kind === "string"
      ? { ...base, at: "imported", module: rest.text.replace(/"/g, "") }
      : { ...base, at: "imported" };
  }
  const valued = fieldBefore(tokens, Math.max(frame.from, statementFrom) - 1, count, frame.inside);
  const digits = /(?<![\w.])\d\w*$/.exec(text.slice(0, offset))?.[0];
  // The schedule `1f1b` is the only word that begins with a digit. In `schedule = 1f` the digits are the beginning of a
  // word.
  if (digits !== undefined && valued && choices(valued).some((choice) => choice.word.startsWith(digits))) {
    return { ...base, start: offset - digits.length, prefix: digits, field: valued, at: "value" };
  }
  const unit = unitBefore(before, text, offset);
  if (unit !== null) return { ...base, ...unit, field: valued, at: "unit" };
  if (base.path.length > 0) {
    const isField = frame.inside.kind === "changes" && !isBehindEquals(tokens, frame.from, count);
    return { ...base, at: isField ? "field" : "expression" };
  }
  const isBehindKind =
    before && !before.leads && isDefinitionKind(before.text) && tokens[count - 2]?.text !== ".";
  const isBehindDefiner = before?.leads && DEFINERS.has(before.text) && !typing?.leads && frames.length === 1;
  if (isBehindKind || isBehindDefiner) return { ...base, at: "defined" };
  const fresh = typing ? typing.leads : before === undefined || newLine;
  const continues = before !== undefined && OPERATORS.has(before.text);
  if (frame.inside.kind === "top") {
    return { ...base, at: fresh && !(continues && before.text !== ",") ? "statement" : "expression" };
  }
  const bracket = tokens[frame.from - 1]?.text;
  const named = frame.inside.kind === "record" || frame.inside.kind === "changes";
  const opens = before?.text === "{" || before?.text === "(" || before?.text === ",";
  if (named && bracket !== "[" && (opens || (fresh && !continues))) {
    // An unnamed argument (`selective(attention)`) is a value of the record's positional field.
    const isArgument = frame.inside.kind === "record" && opens && bracket === "(";
    return { ...base, field: isArgument ? positional(frame.inside.row) : null, at: "field" };
  }
  const field = bracket === "[" ? frame.field : valued;
  return { ...base, field, at: field ? "value" : "expression" };
}

/** True where an `=` precedes the token `at`, without a comma, line start or bracket between. */
function isBehindEquals(tokens: readonly Token[], from: number, at: number): boolean {
  for (let i = at - 1; i >= from; i--) {
    if (tokens[i]?.text === "=") return true;
    if (tokens[i]?.text === "," || tokens[i]?.leads) return false;
  }
  return false;
}
