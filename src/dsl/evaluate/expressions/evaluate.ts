import { parseUnit, quantity, scaleFactor } from "../../../units/index.ts";
import type { Expr, NumberExpr } from "../../ast/ast.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import type { FieldRow } from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { FALSE, NONE, poison, type Quantity, SILENT, TRUE, type Value } from "../values/value.ts";
import { asTruth, counted, drawnTruth, isDrawn, minus, truth, withDraws } from "./arithmetic.ts";
import { binary } from "./binary.ts";
import { call } from "./call.ts";
import { placeOf } from "./exprText.ts";
import { inUnit } from "./inUnit.ts";
import { checkedList } from "./listSize.ts";
import { member } from "./member.ts";
import { nameValue } from "./nameValue.ts";

/**
 * Maximum depth of evaluation: expressions in expressions, and names whose definitions read further names. No program
 * needs this depth, and a larger limit could overflow the stack.
 */
const MAX_DEPTH = 600;

/**
 * Evaluates an expression in a scope. `field` is the schema row of the field that gets the value, or null. Where the
 * field accepts words, a name is read as one of these words before it is looked up as a definition. An error is
 * returned as a value of the kind `poison`.
 */
export function evaluate(context: Context, expr: Expr, scope: Scope, field: FieldRow | null): Value {
  const known = field === null ? scope.known?.(context, expr) : undefined;
  if (known !== undefined) return known;
  if (context.depth > MAX_DEPTH) {
    return poison(
      diagnostic("too-deep", { limit: MAX_DEPTH, what: "names and expressions" }, placeOf(expr, scope)),
    );
  }
  context.depth++;
  const value = evaluateNode(context, expr, scope, field);
  context.depth--;
  return value;
}

function evaluateNode(context: Context, expr: Expr, scope: Scope, field: FieldRow | null): Value {
  switch (expr.kind) {
    case "number":
      return literal(expr, scope);
    case "string":
      return { kind: "text", value: expr.value };
    case "boolean":
      return expr.value ? TRUE : FALSE;
    case "none":
      return NONE;
    case "error":
      return SILENT;
    case "paren":
      return evaluate(context, expr.inner, scope, field);
    case "name":
      return nameValue(context, expr, scope, field);
    case "record":
      return poison(
        diagnostic(
          "wrong-kind",
          { what: "`{ .. }`", wanted: "a definition or `with` before it", found: "an expression" },
          placeOf(expr, scope),
        ),
      );
    case "list": {
      const items: Value[] = [];
      const inner = field?.accepts.list ? { ...field, accepts: field.accepts.list } : null;
      for (const item of expr.items) {
        const value = evaluate(context, item, scope, inner);
        if (value.kind === "poison") return value;
        items.push(value);
      }
      return checkedList(items, () => placeOf(expr, scope));
    }
    case "member":
      return member(context, evaluate(context, expr.object, scope, null), expr.member.name, {
        source: scope.source,
        span: expr.member.span,
      });
    case "call":
      return call(context, expr, scope, field);
    case "unary": {
      const operand = evaluate(context, expr.operand, scope, null);
      const place = placeOf(expr.operand, scope);
      if (expr.op === "-") return minus(operand, place);
      const value = asTruth(operand, place);
      return typeof value === "boolean"
        ? withDraws(truth(!value), [drawnTruth(operand, value)], ([holds = 0]) => 1 - holds)
        : value;
    }
    case "binary":
      return binary(context, expr, scope);
    case "as":
      return inUnit(context, evaluate(context, expr.value, scope, null), expr.unit, {
        source: scope.source,
        span: expr.unitSpan,
      });
    case "if": {
      const asked = evaluate(context, expr.condition, scope, null);
      const condition = asTruth(asked, placeOf(expr.condition, scope));
      if (typeof condition !== "boolean") return condition;
      const taken = evaluate(context, condition ? expr.yes : expr.no, scope, field);
      if (!isDrawn(asked) || taken.kind !== "quantity") return taken;
      const other = counted(evaluate(context, condition ? expr.no : expr.yes, scope, field));
      if (other.kind !== "quantity" || other.dimension !== taken.dimension) return taken;
      return withDraws(taken, [drawnTruth(asked, condition), taken, other], ([holds = 0, a = 0, b = 0]) =>
        (holds === 1) === condition ? a : b,
      );
    }
  }
}

const literals = new WeakMap<NumberExpr, Quantity | null>();

/**
 * Evaluates a number literal to a quantity. An invalid literal gives an error without a message, because the parser has
 * already reported it.
 */
function literal(expr: NumberExpr, scope: Scope): Value {
  let value = literals.get(expr);
  if (value === undefined) {
    const scale = expr.scale === undefined ? 1 : scaleFactor(expr.scale);
    const known = expr.unit === undefined || parseUnit(expr.unit) !== null;
    value = scale === null || !known ? null : quantity(expr.value * scale, expr.unit);
    literals.set(expr, value);
  }
  if (value === null) return SILENT;
  if (!Number.isFinite(value.value)) return poison(diagnostic("number-too-large", {}, placeOf(expr, scope)));
  return value;
}
