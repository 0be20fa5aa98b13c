import {
  as as asUnit,
  dimension,
  parseUnit,
  print,
  printDimension,
  quantity,
  scaleFactor,
  suggestUnit,
} from "../../units/index.ts";
import type { BinaryExpr, CallExpr, Expr, NameExpr, NumberExpr } from "../ast.ts";
import type { Place } from "../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../diagnostics/index.ts";
import { choices, type FieldRow } from "../schema/index.ts";
import { asTruth, calculate, compareValues, minus, same, truth, wordOf } from "./arithmetic.ts";
import { unknownWord } from "./checkField.ts";
import type { Context } from "./context.ts";
import { callFunction, functionNames } from "./functions.ts";
import { member } from "./member.ts";
import { wrongType } from "./problem.ts";
import { makeRecord } from "./record.ts";
import { tagType } from "./recordType.ts";
import { override, placeOn } from "./scenario/scenario.ts";
import { type Scope, UNPLACED } from "./scope.ts";
import {
  type Binding,
  describe,
  FALSE,
  NONE,
  type Poison,
  poison,
  type Quantity,
  type RecordValue,
  SILENT,
  TRUE,
  type Value,
} from "./value.ts";

/** Words of other languages, for those who come from there. */
const foreignWords: ReadonlyMap<string, string> = new Map([
  ["print", "`show e` prints: `show base.mfu`"],
  ["display", "`show e` prints: `show base.mfu`"],
  ["len", "`length(list)` counts"],
  ["null", "write `none`"],
  ["yes", "write `true`"],
  ["no", "write `false`"],
  ["auto", "`fill` takes what is left of the cluster; a field left out has its default"],
  ["log", "there is `log2(x)`"],
  ["pow", "write `a ^ b`; `pow2(a, b)` lists powers of two"],
]);

/** Deeper nesting of expressions and names than a person writes; the stack holds some more. */
const MAX_DEPTH = 600;

/**
 * The value of an expression in a scope. `field` is the schema row that the value is for, if it is for one: in a field
 * that takes words, its own words win over definitions of the same name. Total: mistakes come back as poison.
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
      return { kind: "list", items };
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
      return typeof value === "boolean" ? truth(!value) : value;
    }
    case "binary":
      return binary(context, expr, scope);
    case "as":
      return inUnit(context, evaluate(context, expr.value, scope, null), expr.unit, {
        source: scope.source,
        span: expr.unitSpan,
      });
    case "if": {
      const condition = asTruth(
        evaluate(context, expr.condition, scope, null),
        placeOf(expr.condition, scope),
      );
      if (typeof condition !== "boolean") return condition;
      return evaluate(context, condition ? expr.yes : expr.no, scope, field);
    }
  }
}

export function placeOf(expr: Expr, scope: Scope): Place {
  return { source: scope.source, span: expr.span };
}

const literals = new WeakMap<NumberExpr, Quantity | null>();

/** A literal's quantity; the parser has already complained about one that has none. */
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

function nameValue(context: Context, expr: NameExpr, scope: Scope, field: FieldRow | null): Value {
  const own = field && ownWord(expr.name, scope, field, expr);
  if (own) return own;
  const found = scope.find(context, expr.name);
  if (found?.kind === "poison") return placedAt(found, placeOf(expr, scope));
  if (found !== undefined) return found;
  if (field && choices(field).length > 0) return unknownWord(field, expr.name, placeOf(expr, scope));
  const suggestion = suggest(expr.name, [...scope.names(context), "true", "false", "none"]);
  const help = foreignWords.get(expr.name);
  return poison(
    diagnostic(
      "unknown-name",
      {
        name: expr.name,
        ...(suggestion === null ? {} : { suggestion }),
        ...(help === undefined ? {} : { help }),
      },
      placeOf(expr, scope),
    ),
  );
}

function placedAt(value: Poison, place: Place): Poison {
  if (!value.diagnostics.some((one) => one.place?.span === UNPLACED)) return value;
  const diagnostics = value.diagnostics.map((one) =>
    one.place?.span === UNPLACED ? { ...one, place } : one,
  );
  return { ...value, diagnostics };
}

/** A field's own word, or its tag without arguments. */
function ownWord(name: string, scope: Scope, field: FieldRow, expr: Expr): Value | null {
  const { accepts } = field;
  if (accepts.words?.some((one) => one.word === name))
    return name === "none" ? NONE : { kind: "word", word: name };
  if (accepts.tags?.includes(name)) return tagged(name, scope, expr, new Map());
  if (accepts.list?.words?.some((one) => one.word === name))
    return { kind: "list", items: [{ kind: "word", word: name }] };
  return null;
}

function tagged(
  name: string,
  scope: Scope,
  expr: Expr,
  fields: ReadonlyMap<string, Binding>,
): RecordValue | null {
  const type = tagType(name);
  return type && makeRecord(type, name, fields, { place: placeOf(expr, scope) });
}

function call(context: Context, expr: CallExpr, scope: Scope, field: FieldRow | null): Value {
  const { name } = expr.callee;
  const wanted = field?.accepts.tags;
  if (!wanted?.includes(name)) {
    if (functionNames.has(name)) return callFunction(context, expr, scope);
    const place = { source: scope.source, span: expr.callee.span };
    if (!tagType(name)) {
      if (field && wanted) return unknownWord(field, name, place);
      const suggestion = suggest(name, functionNames);
      const help = foreignWords.get(name);
      return poison(
        diagnostic(
          "unknown-function",
          { name, ...(suggestion === null ? {} : { suggestion }) },
          place,
          help === undefined ? {} : { help },
        ),
      );
    }
  }
  return construct(expr, scope);
}

/** `mha(heads = 96)`: a tagged record. Its arguments are kept as they are written and evaluated when they are read. */
function construct(expr: CallExpr, scope: Scope): Value {
  const { name } = expr.callee;
  const type = tagType(name);
  if (!type) return SILENT;
  const { source } = scope;
  const fields = new Map<string, Binding>();
  const unnamed: Expr[] = [];
  for (const argument of expr.args) {
    if (!argument.name) {
      unnamed.push(argument.value);
      continue;
    }
    const key = argument.name.name;
    const place = { source, span: argument.name.span };
    if (!type.fields.has(key)) return poison(unknownArgument(name, key, type.fields.keys(), place));
    if (fields.has(key)) return poison(diagnostic("duplicate-field", { field: key }, place));
    fields.set(key, { kind: "expr", expr: argument.value, scope, place: placeOf(argument.value, scope) });
  }
  const [first] = unnamed;
  if (first) {
    const target = type.row.positional;
    const row = target === undefined ? undefined : type.fields.get(target)?.row;
    const takesList = row?.accepts.list !== undefined && first.kind !== "list";
    const extra = takesList ? undefined : unnamed[1];
    if (target === undefined || extra || fields.has(target)) {
      const odd = extra ?? first;
      const text = source.text.slice(odd.span.start, odd.span.end);
      return poison(unknownArgument(name, text, type.fields.keys(), placeOf(odd, scope)));
    }
    const span = { ...first.span, end: (unnamed.at(-1) ?? first).span.end };
    const value: Expr = takesList ? { kind: "list", span, items: unnamed } : first;
    fields.set(target, { kind: "expr", expr: value, scope, place: placeOf(value, scope) });
  }
  return makeRecord(type, name, fields, { place: placeOf(expr, scope) });
}

export function unknownArgument(fn: string, argument: string, known: Iterable<string>, place: Place) {
  const names = [...known];
  const suggestion = suggest(argument, names);
  return diagnostic(
    "unknown-argument",
    {
      function: fn,
      argument,
      ...(suggestion === null ? {} : { suggestion }),
      arguments: names.map((one) => `\`${one}\``).join(", ") || "no arguments",
    },
    place,
  );
}

function binary(context: Context, expr: BinaryExpr, scope: Scope): Value {
  const { op } = expr;
  switch (op) {
    case "with":
      return override(
        context,
        evaluate(context, expr.left, scope, null),
        expr.right,
        scope,
        textOf(expr, scope),
      );
    case "on": {
      const left = evaluate(context, expr.left, scope, null);
      const right = evaluate(context, expr.right, scope, null);
      const odd = right.kind === "record" && right.type.what === "cluster" ? expr.left : expr.right;
      return placeOn(left, right, placeOf(odd, scope), textOf(expr, scope));
    }
    case "and":
    case "or": {
      const left = asTruth(evaluate(context, expr.left, scope, null), placeOf(expr.left, scope));
      if (typeof left !== "boolean") return left;
      if (left === (op === "or")) return truth(left);
      const right = asTruth(evaluate(context, expr.right, scope, null), placeOf(expr.right, scope));
      return typeof right === "boolean" ? truth(right) : right;
    }
    case "in":
    case "==":
    case "!=": {
      const [left, right] = sides(context, expr, scope);
      if (op !== "in") return compareValues(op, left, right, placeOf(expr, scope));
      if (left.kind === "poison") return left;
      if (right.kind !== "list")
        return wrongType("`in`", "a list on its right", right, placeOf(expr.right, scope));
      return truth(right.items.some((item) => same(left, item)));
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "~=":
      return compareValues(
        op,
        evaluate(context, expr.left, scope, null),
        evaluate(context, expr.right, scope, null),
        placeOf(expr, scope),
      );
    default:
      return calculate(
        op,
        evaluate(context, expr.left, scope, null),
        evaluate(context, expr.right, scope, null),
        placeOf(op === "/" ? expr.right : expr, scope),
      );
  }
}

/** Both sides of an equality; a name beside a word (`plan.recompute == full`) is a word. */
function sides(context: Context, expr: BinaryExpr, scope: Scope): readonly [Value, Value] {
  const left = evaluate(context, expr.left, scope, null);
  const right = beside(context, left, expr.right, scope);
  return left.kind === "poison" && right.kind !== "poison"
    ? [beside(context, right, expr.left, scope), right]
    : [left, right];
}

function beside(context: Context, other: Value, expr: Expr, scope: Scope): Value {
  if (wordOf(other) !== null) {
    if (expr.kind === "name") return expr.name === "none" ? NONE : { kind: "word", word: expr.name };
    if (expr.kind === "list")
      return { kind: "list", items: expr.items.map((item) => beside(context, other, item, scope)) };
  }
  return evaluate(context, expr, scope, null);
}

function inUnit(context: Context, value: Value, unit: string, place: Place): Value {
  if (value.kind === "poison") return value;
  const known = parseUnit(unit);
  if (!known) {
    const suggestion = suggestUnit(unit);
    return poison(
      diagnostic("unknown-unit", { unit, ...(suggestion === null ? {} : { suggestion }) }, place),
    );
  }
  if (value.kind === "result") {
    const base = context.outputs.unit(value.path);
    if (base === known.dimension.key) return { ...value, unit };
    const wanted = printDimension(known.dimension);
    const found =
      base === null ? describe(value) : `\`${value.path}\`, which is ${printDimension(dimension(base))}`;
    return poison(diagnostic("wrong-unit", { what: `\`as ${unit}\``, wanted, found }, place));
  }
  if (value.kind === "list") {
    const items: Value[] = [];
    for (const item of value.items) {
      const converted = inUnit(context, item, unit, place);
      if (converted.kind === "poison") return converted;
      items.push(converted);
    }
    return { kind: "list", items };
  }
  if (value.kind !== "quantity") return wrongType("`as`", "a number", value, place);
  const converted = asUnit(value, unit);
  if (converted) return converted;
  return poison(
    diagnostic(
      "wrong-unit",
      {
        what: `\`as ${unit}\``,
        wanted: printDimension(known.dimension),
        found: `${print(value)}, which is ${printDimension(value.dimension)}`,
      },
      place,
    ),
  );
}

/** An expression as a name for what it makes: its text on one line. */
export function textOf(expr: Expr, scope: Scope): string {
  const text = scope.source.text.slice(expr.span.start, expr.span.end).replace(/\s+/g, " ").trim();
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
