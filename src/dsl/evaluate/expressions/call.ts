import type { CallExpr, Expr } from "../../ast/ast.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import type { FieldRow } from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import { tagType } from "../values/recordType.ts";
import type { Scope } from "../values/scope.ts";
import { type Binding, poison, SILENT, type Value } from "../values/value.ts";
import { unknownWord } from "./checkField.ts";
import { placeOf } from "./exprText.ts";
import { callFunction, functionNames } from "./functions.ts";
import { foreignWords } from "./nameValue.ts";
import { callOwn, unknownFunction } from "./ownFunction.ts";
import { unknownArgument } from "./problem.ts";
import { makeRecord } from "./record.ts";

/**
 * Evaluates a call `name(..)`: a function of the language or of the program, or the constructor of a tagged value such as `mha(heads =
 * 96)`.
 */
export function call(context: Context, expr: CallExpr, scope: Scope, field: FieldRow | null): Value {
  const { name } = expr.callee;
  const wanted = field?.accepts.tags;
  if (!wanted?.includes(name)) {
    if (functionNames.has(name) && !isTag(expr)) return callFunction(context, expr, scope);
    const place = { source: scope.source, span: expr.callee.span };
    const own = scope.called?.(context, name);
    if (own) return own.kind === "poison" ? own : callOwn(context, own, expr, scope);
    if (!tagType(name)) {
      if (field && wanted) return unknownWord(field, name, place);
      return unknownFunction(context, expr.callee, scope, foreignWords.get(name));
    }
  }
  return construct(expr, scope);
}

/**
 * True for a call of a name that is both a tag and a function, with the tag's arguments: `normal(2%)` is a jitter,
 * `normal(400 Gb/s, 10%)` a distribution.
 */
function isTag({ callee, args }: CallExpr): boolean {
  const type = tagType(callee.name);
  return (
    type !== null &&
    args.length <= type.fields.size &&
    args.every(({ name }) => !name || type.fields.has(name.name))
  );
}

/** Makes a tagged value from a call such as `mha(heads = 96)`. Each argument is evaluated when it is first read. */
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
