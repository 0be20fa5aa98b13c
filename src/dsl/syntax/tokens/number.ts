import { isCountedUnit, parseUnit, scaleFactor } from "../../../units/index.ts";
import { isDigitWord, isWord } from "../../ast/words.ts";

/**
 * Problem in a number literal. A literal with a problem is still read as one token, so that it causes only one error.
 */
export type NumberProblem = "bare-billion" | "unknown-unit" | "too-large";

/** A number literal as the lexer reads it. Offsets refer to the whole text. */
export interface NumberLiteral {
  readonly end: number;
  readonly value: number;
  readonly scale?: string;
  readonly unit?: string;
  readonly unitStart: number;
  readonly unitEnd: number;
  readonly problem?: NumberProblem;
}

const DIGITS = /\$?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t]*/y;
const WORD = /[A-Za-zµμ_][\w\u00b5\u03bc]*/y;
/**
 * Pattern of a unit. `/` and `-` are parts of the unit where letters touch them on both sides; elsewhere they are
 * operators.
 */
const UNIT = /(?:[A-Za-zµμ_][\w\u00b5\u03bc]*|\$|%)(?:[-/][A-Za-zµμ$][\w\u00b5\u03bc]*)*/y;
const PER = /(?:\/[A-Za-zµμ][\w\u00b5\u03bc]*(?:-[A-Za-zµμ]\w*)*)+/y;
/** Pattern of an `=` that assigns. A word before such an `=` is a name and no unit: `b` in `a = 1 b = 2`. */
const GIVEN = /[ \t]*=(?!=)/y;

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/**
 * Text of a unit at an offset: the longest run of characters that a unit may have, known or not. "" where there is
 * none.
 */
export function unitAt(text: string, at: number): string {
  return match(UNIT, text, at);
}

/**
 * Reads the number literal `["$"] digits [scale] [[" "] unit {"/" unit}]` or `digits "%"` at `start`; null where no
 * number begins. After a blank, a word of the language is not read as a unit: `5 h` is five hours, and `5 else` is a
 * number before a keyword.
 */
export function readNumber(text: string, start: number): NumberLiteral | null {
  const digits = match(DIGITS, text, start);
  if (digits === "" || isDigitWord(text, start)) return null;
  const value = Number(digits.replace(/[$_]/g, ""));
  let at = start + digits.length;
  const overflow = Number.isFinite(value) ? {} : { problem: "too-large" as const };

  if (digits.startsWith("$")) {
    const letter = match(WORD, text, at);
    const scale = scaleFactor(letter) === null ? "" : letter;
    at += scale.length;
    const per = match(PER, text, at);
    const unit = `$${per}`;
    const end = at + per.length;
    const unitEnd = per === "" ? start + 1 : end;
    const rest = { end, value, unit, unitStart: start, unitEnd, ...(scale === "" ? {} : { scale }) };
    return parseUnit(unit) ? { ...rest, ...overflow } : { ...rest, problem: "unknown-unit" };
  }

  let scale: string | undefined;
  const touching = unitAt(text, at);
  if (touching === "B") {
    const next = at + 1 + match(BLANKS, text, at + 1).length;
    const counted = next === at + 1 ? "" : unitAt(text, next);
    if (!isCountedUnit(counted)) {
      return { end: at + 1, value, unit: "B", unitStart: at, unitEnd: at + 1, problem: "bare-billion" };
    }
    scale = "B";
    at += 1;
  } else if (touching !== "" && !parseUnit(touching)) {
    const letter = match(WORD, text, at);
    if (scaleFactor(letter) !== null && letter === touching) {
      scale = letter;
      at += letter.length;
    }
  }
  const number = { value, ...(scale === undefined ? {} : { scale }) };

  const unitStart = at + match(BLANKS, text, at).length;
  const unit = unitAt(text, unitStart);
  const unitEnd = unitStart + unit.length;
  const plain = { end: at, ...number, unitStart: at, unitEnd: at, ...overflow };
  if (unit === "") return plain;
  if (unitStart > at) {
    if (isWord(unit) || match(GIVEN, text, unitEnd) !== "") return plain;
    // `5 $2` is two numbers.
    if (unit === "$" && /\d/.test(text.charAt(unitEnd))) return plain;
  }
  const literal = { end: unitEnd, ...number, unit, unitStart, unitEnd };
  return parseUnit(unit) ? { ...literal, ...overflow } : { ...literal, problem: "unknown-unit" };
}
