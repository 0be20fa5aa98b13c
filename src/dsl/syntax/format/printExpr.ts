import { canonicalUnit, withUnit } from "../../../units/index.ts";
import type { Argument, Expr, NumberExpr, Path, RecordField } from "../../ast/ast.ts";

const DIGITS = /\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/;

/** Canonical spelling of a unit: `TFLOP/s` for `TFLOPS`. An unknown unit is unchanged. */
export function printUnit(unit: string): string {
  return canonicalUnit(unit) ?? unit;
}

/**
 * Number literal in canonical form. The digits stay as written, a scale follows them without a blank, and the unit
 * follows after one blank. `%` has no blank before it, and `$` precedes the digits.
 */
export function printNumberLiteral(expr: NumberExpr): string {
  const digits = DIGITS.exec(expr.text)?.[0] ?? String(expr.value);
  const number = digits + (expr.scale ?? "");
  return expr.unit === undefined ? number : withUnit(number, printUnit(expr.unit));
}

export function printText(value: string): string {
  const inner = value.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n").replace(/\t/g, "\\t");
  return `"${inner}"`;
}

export function printPath(path: Path): string {
  return path.names.map((name) => name.name).join(".");
}

export function printField(field: RecordField): string {
  const cite = field.cite ? ` cite ${printText(field.cite.text)}` : "";
  return `${printPath(field.path)} = ${printExpr(field.value)}${cite}`;
}

export function printArgument(arg: Argument): string {
  return arg.name ? `${arg.name.name} = ${printExpr(arg.value)}` : printExpr(arg.value);
}

/** Text of an expression on one line in canonical form, for labels and for the formatter. */
export function printExpr(expr: Expr): string {
  switch (expr.kind) {
    case "number":
      return printNumberLiteral(expr);
    case "string":
      return printText(expr.value);
    case "boolean":
      return String(expr.value);
    case "none":
      return "none";
    case "name":
      return expr.name;
    case "record":
      return expr.fields.length === 0 ? "{}" : `{ ${expr.fields.map(printField).join(", ")} }`;
    case "list":
      return `[${expr.items.map(printExpr).join(", ")}]`;
    case "member":
      return `${printExpr(expr.object)}.${expr.member.name}`;
    case "call":
      return `${expr.callee.name}(${expr.args.map(printArgument).join(", ")})`;
    case "unary":
      return expr.op === "-" ? `-${printExpr(expr.operand)}` : `not ${printExpr(expr.operand)}`;
    case "binary":
      return `${printExpr(expr.left)} ${expr.op} ${printExpr(expr.right)}`;
    case "as":
      return `${printExpr(expr.value)} as ${printUnit(expr.unit)}`;
    case "if":
      return `if ${printExpr(expr.condition)} then ${printExpr(expr.yes)} else ${printExpr(expr.no)}`;
    case "paren":
      return `(${printExpr(expr.inner)})`;
    case "error":
      return "…";
  }
}
