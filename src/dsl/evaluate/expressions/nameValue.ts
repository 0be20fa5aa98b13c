import type { Expr, NameExpr } from "../../ast/ast.ts";
import { diagnostic, type Place, suggest } from "../../diagnostics/index.ts";
import { choices, type FieldRow } from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import { tagType } from "../values/recordType.ts";
import type { Scope } from "../values/scope.ts";
import { type Binding, NONE, type Poison, poison, type RecordValue, type Value } from "../values/value.ts";
import { unknownWord } from "./checkField.ts";
import { placeOf } from "./exprText.ts";
import { makeRecord } from "./record.ts";
import { UNPLACED } from "./scope.ts";

/** Help texts for names that exist in other languages but not in this one, such as `null` and `print`. */
export const foreignWords: ReadonlyMap<string, string> = new Map([
  ["print", "`show e` prints: `show base.mfu`"],
  ["display", "`show e` prints: `show base.mfu`"],
  ["len", "`length(list)` counts"],
  ["null", "write `none`"],
  ["yes", "write `true`"],
  ["no", "write `false`"],
  ["auto", "`fill` uses the rest of the cluster; an omitted field takes its default"],
  ["log", "there is `log2(x)`"],
  ["pow", "write `a ^ b`; `pow2(a, b)` lists powers of two"],
]);

/** Evaluates a name. Returns its value in the scope, or an error for a name that is not defined. */
export function nameValue(context: Context, expr: NameExpr, scope: Scope, field: FieldRow | null): Value {
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

/**
 * Value of a name as a word that the field accepts, or as one of its tags without arguments. Null where the field
 * accepts neither by this name.
 */
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
