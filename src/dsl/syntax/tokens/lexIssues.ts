import { type ILexingError, type IToken, tokenMatcher } from "chevrotain";
import { canonicalUnit, parseUnit, suggestUnit } from "../../../units/index.ts";
import type { Issue } from "./issue.ts";
import type { NumberLiteral } from "./number.ts";
import * as T from "./tokens.ts";

const endOf = (token: IToken) => token.startOffset + token.image.length;
const quote = (text: string) => `\`${text}\``;

/** Errors that single tokens show, such as an unknown unit. Stops after `enough` errors. */
export function tokenIssues(tokens: readonly IToken[], text: string, enough: number): Issue[] {
  const issues: Issue[] = [];
  for (const token of tokens) {
    if (issues.length > enough) break;
    if (token.tokenType === T.NumberToken) numberIssue(token, issues);
    else if (token.tokenType === T.UnitToken) unitIssue(token, issues);
    else if (token.tokenType === T.UnclosedText) {
      issues.push({
        code: "unclosed",
        params: { open: '"', close: '"' },
        span: { start: token.startOffset, end: endOf(token) },
      });
    } else if (token.tokenType === T.ForeignText) {
      const span = { start: token.startOffset, end: endOf(token) };
      const text = `"${token.image.slice(1, -1).replace(/["\\]/g, "\\$&")}"`;
      issues.push({
        code: "stray-character",
        params: { character: token.image.charAt(0), help: 'write texts in straight double quotes: "…"' },
        span,
        fix: { span, text },
      });
    } else if (tokenMatcher(token, T.Foreign)) {
      const meant = T.foreignSpellings.get(token.image) ?? "";
      const span = { start: token.startOffset, end: endOf(token) };
      issues.push({
        code: "stray-character",
        params: {
          character: token.image,
          help: token.image === ":" ? "write `=` between a field and its value" : `write ${quote(meant)}`,
        },
        span,
        fix: { span, text: meant === "not" ? "not " : spaced(meant, span, text) },
      });
    }
  }
  return issues;
}

/**
 * Text of an `=` with the blanks that it needs, in a fix: `tp: 8` becomes `tp = 8`, not `tp= 8`. Other marks are
 * unchanged.
 */
function spaced(mark: string, span: Issue["span"], text: string): string {
  if (mark !== "=") return mark;
  const blank = (character: string | undefined) => character === undefined || /\s/.test(character);
  return `${blank(text[span.start - 1]) ? "" : " "}${mark}${blank(text[span.end]) ? "" : " "}`;
}

export function commentIssue(token: IToken): Issue {
  const span = { start: token.startOffset, end: endOf(token) };
  return {
    code: "stray-character",
    params: { character: "//", help: "comments begin with `#`" },
    span,
    fix: { span, text: `#${token.image.slice(2)}` },
  };
}

const helps: ReadonlyMap<string, string> = new Map([
  [";", "statements and fields end with their line, without a separator"],
  ["$", "`$` stands before a number, `$2.50`, or after `as`"],
  ["%", "write `%` right after a number: `51.4%`"],
  ["@", "names hold letters, digits and `_`"],
  ["&", "write `and`"],
  ["|", "write `or`"],
  ["`", "write names without quotes"],
]);

/** Error for characters with which no token can begin. Several such characters in a row give one error. */
export function strayIssue(error: ILexingError, text: string): Issue {
  const run = text.slice(error.offset, error.offset + error.length);
  const letter = String.fromCodePoint(run.codePointAt(0) ?? 0);
  const help =
    helps.get(letter) ??
    (/[\p{L}\p{M}]/u.test(letter) ? "names hold the letters a-z, digits and `_`" : undefined);
  const span = { start: error.offset, end: error.offset + error.length };
  const ends = letter === ";" && /^\s*(\n|$)/.test(text.slice(span.end));
  return {
    code: "stray-character",
    params: { character: printable(letter), ...(help === undefined ? {} : { help }) },
    span,
    ...(ends ? { fix: { span, text: "" } } : {}),
  };
}

function printable(letter: string): string {
  if (!/[\p{C}\p{Z}]/u.test(letter)) return letter;
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function numberIssue(token: IToken, issues: Issue[]): void {
  const literal = token.payload as NumberLiteral;
  const { unit = "", unitStart, unitEnd, problem } = literal;
  const span = { start: token.startOffset, end: endOf(token) };
  const unitSpan = { start: unitStart, end: unitEnd };
  if (problem === "bare-billion") {
    const number = token.image.slice(0, -1);
    issues.push({ code: "bare-billion", params: { number }, span });
  } else if (problem === "too-large") {
    issues.push({
      code: "syntax",
      params: { expected: "a number below 1.8e308", found: quote(token.image) },
      span,
    });
  } else if (problem === "unknown-unit") {
    unknownUnit(unit, unitSpan, issues, token.image.slice(0, unitStart - token.startOffset));
  } else if (unit !== "") {
    spelling(unit, unitSpan, issues);
  }
}

function unitIssue(token: IToken, issues: Issue[]): void {
  const span = { start: token.startOffset, end: endOf(token) };
  if (parseUnit(token.image)) spelling(token.image, span, issues);
  else unknownUnit(token.image, span, issues, "");
}

function spelling(unit: string, span: Issue["span"], issues: Issue[]): void {
  const canonical = canonicalUnit(unit);
  if (canonical === null || canonical === unit) return;
  issues.push({ code: "unit-spelling", params: { unit, canonical }, span, fix: { span, text: canonical } });
}

/** Reports an unknown unit. `before` is the number before the unit as written, with the blank after it. */
function unknownUnit(unit: string, span: Issue["span"], issues: Issue[], before: string): void {
  const number = before.trim();
  const scaled = /^([KMGTPE]i?)\b/.exec(unit);
  const suggestion = suggestUnit(unit);
  if (suggestion !== null) {
    // A percent sign follows its number without a blank, as the formatter writes it.
    const start = suggestion === "%" ? span.start - (before.length - before.trimEnd().length) : span.start;
    issues.push({
      code: "unknown-unit",
      params: { unit, suggestion },
      span,
      fix: { span: { start, end: span.end }, text: suggestion },
    });
  } else if (scaled && before !== number) {
    issues.push({
      code: "unknown-unit",
      params: { unit },
      span,
      help: `a scale touches its number: \`${number}${unit}\``,
    });
  } else if (number !== "" && /[_0-9/-]/.test(unit)) {
    const asOperator = /[/-]/.test(unit) ? unit.replace(/[/-]/g, " $& ") : unit;
    issues.push({
      code: "unknown-unit",
      params: { unit },
      span,
      help: `if it is a name, put the operator between: \`${number} * ${asOperator}\``,
    });
  } else {
    issues.push({ code: "unknown-unit", params: { unit }, span });
  }
}
