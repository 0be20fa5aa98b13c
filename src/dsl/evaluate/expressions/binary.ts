import type { BinaryExpr, Expr } from "../../ast/ast.ts";
import { type FieldRow, fieldOfTag } from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { NONE, type Value } from "../values/value.ts";
import { asTruth, calculate, drawnTruth, isDrawn, perItem, truth, withDraws } from "./arithmetic.ts";
import { compareValues } from "./compareValues.ts";
import { placeOf, textOf } from "./exprText.ts";
import { wrongType } from "./problem.ts";
import { same, wordOf } from "./same.ts";
import { override, placeOn } from "./scenarioValue.ts";

/** Evaluates an expression with a binary operator: arithmetic, a comparison, or logic. */
export function binary(context: Context, expr: BinaryExpr, scope: Scope): Value {
  const { op } = expr;
  switch (op) {
    case "with":
      return override(
        context,
        context.evaluate(expr.left, scope, null),
        expr.right,
        scope,
        textOf(expr, scope),
      );
    case "on": {
      const left = context.evaluate(expr.left, scope, null);
      const right = context.evaluate(expr.right, scope, null);
      const odd = right.kind === "record" && right.type.what === "cluster" ? expr.left : expr.right;
      return placeOn(left, right, placeOf(odd, scope), textOf(expr, scope));
    }
    case "and":
    case "or": {
      const one = context.evaluate(expr.left, scope, null);
      const left = asTruth(one, placeOf(expr.left, scope));
      if (typeof left !== "boolean") return left;
      const uncertain = isDrawn(one);
      if (left === (op === "or") && !uncertain) return truth(left);
      const other = context.evaluate(expr.right, scope, null);
      const right = asTruth(other, placeOf(expr.right, scope));
      if (typeof right !== "boolean") return right;
      const both = op === "or" ? left || right : left && right;
      if (!uncertain && !isDrawn(other)) return truth(right);
      return withDraws(truth(both), [drawnTruth(one, left), drawnTruth(other, right)], ([a = 0, b = 0]) =>
        op === "or" ? Math.max(a, b) : Math.min(a, b),
      );
    }
    case "in":
    case "==":
    case "!=": {
      const [left, right] = comparedSides(context, expr, scope);
      if (op !== "in") return compareValues(context, op, left, right, placeOf(expr, scope));
      if (left.kind === "poison") return left;
      if (right.kind !== "list")
        return wrongType("`in`", "a list on its right", right, placeOf(expr.right, scope));
      return truth(right.items.some((item) => same(context, left, item)));
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "~=":
      return compareValues(context, op, ...comparedSides(context, expr, scope), placeOf(expr, scope));
    default:
      return calculate(
        op,
        context.evaluate(expr.left, scope, null),
        context.evaluate(expr.right, scope, null),
        placeOf(op === "/" ? expr.right : expr, scope),
      );
  }
}

/** Operators that compare words (`plan.recompute == full`) as well as numbers. */
const EQUALITIES: ReadonlySet<string> = new Set(["==", "!=", "in"]);

/**
 * Evaluates the left and right side of a comparison. Where one side is a word, a name on the other side is read as a
 * word too (`full` in `plan.recompute == full`).
 */
export function comparedSides(context: Context, expr: BinaryExpr, scope: Scope): readonly [Value, Value] {
  const left = context.evaluate(expr.left, scope, null);
  if (!EQUALITIES.has(expr.op)) return [left, context.evaluate(expr.right, scope, null)];
  const right = comparedSide(context, left, expr.right, scope);
  return left.kind === "poison" ? [comparedSide(context, right, expr.left, scope), right] : [left, right];
}

function comparedSide(context: Context, other: Value, expr: Expr, scope: Scope): Value {
  // Where the other side is an error, an undefined name may be a word that the failed value would accept. Only the
  // error of the other side is reported.
  if (other.kind === "poison" && expr.kind === "name" && scope.find(context, expr.name) === undefined)
    return other;
  if (wordOf(other) !== null) {
    if (expr.kind === "name") {
      if (expr.name === "none") return NONE;
      const field = fieldOf(other);
      if (!field || field.accepts.form) return { kind: "word", word: expr.name };
      const value = context.evaluate(expr, scope, field);
      // A tag without arguments stands for all values with that tag.
      return wordOf(value) === expr.name ? { kind: "word", word: expr.name } : value;
    }
    if (expr.kind === "list") return perItem(expr.items, (item) => comparedSide(context, other, item, scope));
  }
  return context.evaluate(expr, scope, null);
}

/**
 * Schema row of the field that a word or tagged value was read from; undefined for other values. Comparisons accept the
 * words of this field.
 */
function fieldOf(value: Value): FieldRow | undefined {
  if (value.kind === "record") return fieldOfTag(value.name);
  return value.kind === "word" || value.kind === "none" ? value.of : undefined;
}
