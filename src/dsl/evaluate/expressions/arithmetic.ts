import {
  add,
  compare,
  DIMENSIONLESS,
  divide,
  isMismatch,
  multiply,
  negate,
  power,
  type Quantity,
  subtract,
} from "../../../units/index.ts";
import type { BinaryOp } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { combined } from "../draws/combined.ts";
import type { Drawn } from "../values/draws.ts";
import { describe, FALSE, NONE, type Poison, poison, TRUE, type Value } from "../values/value.ts";
import { differentLengths, dimensionMismatch } from "./problem.ts";

export const truth = (value: boolean): Extract<Value, { kind: "boolean" }> => (value ? TRUE : FALSE);
export const plainNumber = (value: number): Quantity => ({
  kind: "quantity",
  value,
  dimension: DIMENSIONLESS,
});

/** Relative tolerance of the operator `~=` (approximately equal) where the program writes no `within`: 1%. */
export const DEFAULT_TOLERANCE = 0.01;

/**
 * Computes an arithmetic operator on two values. Two lists are combined element by element. A list and a quantity give
 * a list: the operator is applied to each element and the quantity. `none`, as in a blank cell of a table, gives `none`.
 */
export function calculate(
  op: "+" | "-" | "*" | "/" | "^",
  leftValue: Value,
  rightValue: Value,
  place: Place,
): Value {
  const left = counted(leftValue);
  const right = counted(rightValue);
  if (left.kind === "poison") return left;
  if (right.kind === "poison") return right;
  if (left.kind === "list" && right.kind === "list") {
    const { length } = left.items;
    if (length !== right.items.length)
      return poison(differentLengths(`\`${op}\``, length, right.items.length, place));
    return perItem(left.items.keys(), (at) =>
      calculate(op, left.items[at] ?? NONE, right.items[at] ?? NONE, place),
    );
  }
  if (left.kind === "list") return perItem(left.items, (item) => calculate(op, item, right, place));
  if (right.kind === "list") return perItem(right.items, (item) => calculate(op, left, item, place));
  if (left.kind !== "quantity" || right.kind !== "quantity") {
    const odd = left.kind === "quantity" || left.kind === "none" ? right : left;
    if (odd.kind === "none" || odd.kind === "quantity") return NONE;
    return poison(diagnostic("not-a-number", { op, what: describe(odd) }, place));
  }
  const result = compute(op, left, right);
  if (isMismatch(result)) return poison(dimensionMismatch(op, result.mismatch, place));
  if (op === "/" && right.value === 0) return poison(diagnostic("division-by-zero", {}, place));
  if (!Number.isFinite(result.value)) return poison(diagnostic("number-too-large", {}, place));
  return withDraws(result, [left, right], APPLIED[op]);
}

/** Arithmetic operators on numbers in base units, for draws. */
const APPLIED: Readonly<Record<"+" | "-" | "*" | "/" | "^", (numbers: readonly number[]) => number>> = {
  "+": ([a = 0, b = 0]) => a + b,
  "-": ([a = 0, b = 0]) => a - b,
  "*": ([a = 0, b = 0]) => a * b,
  "/": ([a = 0, b = 0]) => a / b,
  "^": ([a = 0, b = 0]) => a ** b,
};

/**
 * The value `made` of some operands. Where one of them is uncertain, so is the value: `f` is applied to each draw. A truth is
 * drawn as 1 or 0.
 */
export function withDraws<V extends Value & Drawn>(
  made: V,
  operands: readonly (Value & Drawn)[],
  f: (numbers: readonly number[]) => number,
): V {
  if (operands.every(({ draws }) => draws === undefined)) return made;
  const draws = combined(
    operands.map(
      (one) =>
        one.draws ?? (one.kind === "quantity" || one.kind === "boolean" ? Number(one.value) : Number.NaN),
    ),
    f,
  );
  return draws ? { ...made, draws } : made;
}

function compute(op: "+" | "-" | "*" | "/" | "^", a: Quantity, b: Quantity) {
  switch (op) {
    case "+":
      return add(a, b);
    case "-":
      return subtract(a, b);
    case "*":
      return multiply(a, b);
    case "/":
      return divide(a, b);
    case "^":
      return power(a, b);
  }
}

/** Applies a function to each item. Returns the list of results, or the first error among the results. */
export function perItem<T>(items: Iterable<T>, one: (item: T) => Value): Value {
  const results: Value[] = [];
  for (const item of items) {
    const result = one(item);
    if (result.kind === "poison") return result;
    results.push(result);
  }
  return { kind: "list", items: results };
}

/**
 * Converts a group of results that has a total (`llama.params`) to the total, for arithmetic. Returns any other value
 * unchanged.
 */
export function counted(value: Value): Value {
  if (value.kind !== "result" || !value.quantity) return value;
  return value.unit === undefined ? value.quantity : { ...value.quantity, unit: value.unit };
}

export function minus(operand: Value, place: Place): Value {
  const value = counted(operand);
  if (value.kind === "poison") return value;
  if (value.kind === "list") return perItem(value.items, (item) => minus(item, place));
  if (value.kind === "none") return NONE;
  if (value.kind !== "quantity")
    return poison(diagnostic("not-a-number", { op: "-", what: describe(value) }, place));
  return withDraws(negate(value), [value], ([x = 0]) => -x);
}

export type CompareOp = Extract<BinaryOp, "==" | "!=" | "<" | "<=" | ">" | ">=" | "~=">;

/** Compares two quantities and returns true, false or the error of different dimensions. */
export function compareQuantities(op: CompareOp, left: Quantity, right: Quantity, place: Place): Value {
  const order = compare(left, right);
  if (isMismatch(order)) return poison(dimensionMismatch(op, order.mismatch, place));
  const holds = truth(compared(op, left.value, right.value));
  return withDraws(holds, [left, right], ([a = 0, b = 0]) => Number(compared(op, a, b)));
}

function compared(op: CompareOp, a: number, b: number): boolean {
  switch (op) {
    case "==":
      return nearlySame(a, b);
    case "!=":
      return !nearlySame(a, b);
    case "<":
      return a < b;
    case "<=":
      return a <= b || nearlySame(a, b);
    case ">":
      return a > b;
    case ">=":
      return a >= b || nearlySame(a, b);
    case "~=":
      return isWithin(a, b, DEFAULT_TOLERANCE, true);
  }
}

/** True where two numbers are equal up to rounding (1e-12 relative), so that `0.1 + 0.2 == 0.3` holds. */
export function nearlySame(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}

/**
 * True where `actual` differs from `expected` by at most the tolerance: a fraction of `expected` where `relative`, else
 * a difference in base units.
 */
export function isWithin(actual: number, expected: number, tolerance: number, relative: boolean): boolean {
  const room = relative ? tolerance * Math.abs(expected) : tolerance;
  // The factor keeps a value exactly at the limit from failing because the tolerance was rounded.
  return Math.abs(actual - expected) <= room * (1 + 1e-12);
}

/**
 * Converts the value of a condition to true or false. Returns an error for a value that is neither a boolean nor a word
 * that counts as true or false, such as `memory.fits`.
 */
export function asTruth(value: Value, place: Place): boolean | Poison {
  if (value.kind === "poison") return value;
  if (value.kind === "boolean") return value.value;
  if (value.kind === "word" && value.truth !== undefined) return value.truth;
  return poison(diagnostic("not-a-condition", { what: describe(value) }, place));
}

/** True for a value that depends on random inputs. */
export const isDrawn = (value: Value & Drawn): boolean => value.draws !== undefined;

/** A condition's value as a boolean with the draws of the condition, if it has any. */
export function drawnTruth(value: Value & Drawn, holds: boolean): Extract<Value, { kind: "boolean" }> {
  return value.draws ? { kind: "boolean", value: holds, draws: value.draws } : truth(holds);
}
