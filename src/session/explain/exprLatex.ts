import type { Expr } from "../../dsl/ast/ast.ts";
import { latexSymbol } from "../../engine/formulas/latex.ts";

/** LaTeX of an arithmetic expression of a program; null for one with other parts, such as conditions and lists. */
export function exprLatex(expr: Expr): string | null {
  switch (expr.kind) {
    case "number":
      return numberLatex(expr.text);
    case "name":
      return latexSymbol(expr.name);
    case "member":
      return `\\mathrm{${escaped(pathOf(expr))}}`;
    case "paren": {
      const inner = exprLatex(expr.inner);
      return inner === null ? null : `\\left(${inner}\\right)`;
    }
    case "as":
      return exprLatex(expr.value);
    case "unary": {
      const operand = exprLatex(expr.operand);
      return operand === null || expr.op !== "-" ? null : `-${operand}`;
    }
    case "binary":
      return binaryLatex(expr);
    case "call": {
      const args = expr.args.map((argument) => exprLatex(argument.value));
      return args.includes(null)
        ? null
        : `\\mathrm{${escaped(expr.callee.name)}}\\left(${args.join(", ")}\\right)`;
    }
    default:
      return null;
  }
}

function binaryLatex({ op, left, right }: Extract<Expr, { kind: "binary" }>): string | null {
  const [a, b] = [
    exprLatex(op === "/" ? bare(left) : left),
    exprLatex(op === "/" || op === "^" ? bare(right) : right),
  ];
  if (a === null || b === null) return null;
  switch (op) {
    case "+":
    case "-":
      return `${a} ${op} ${b}`;
    case "*":
      return `${a} \\cdot ${b}`;
    case "/":
      return `\\frac{${a}}{${b}}`;
    case "^":
      return `{${a}}^{${b}}`;
    default:
      return null;
  }
}

/** Expression without brackets around it, which a fraction makes superfluous. */
const bare = (expr: Expr): Expr => (expr.kind === "paren" ? bare(expr.inner) : expr);

const pathOf = (expr: Expr): string =>
  expr.kind === "member"
    ? `${pathOf(expr.object)}.${expr.member.name}`
    : expr.kind === "name"
      ? expr.name
      : "..";

const escaped = (text: string): string => text.replace(/[_%$#&]/g, "\\$&");

function numberLatex(text: string): string {
  const [, digits = text, unit = ""] = /^(\$?[\d_.]+(?:[eE][+-]?\d+)?)\s*(.*)$/.exec(text) ?? [];
  const number = escaped(digits.replaceAll("_", ""));
  return unit === "" ? number : unit === "%" ? `${number}\\%` : `${number}\\,\\mathrm{${escaped(unit)}}`;
}
