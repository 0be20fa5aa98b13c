import { type Expression, parseExpression } from "./expression.ts";

export type Compiled = (args: Readonly<Record<string, number>>) => number;

/**
 * An expression as a native function of an object of arguments. The JavaScript is printed from the parsed expression
 * (numbers, checked names, five operators, eight functions), so no text of a user can reach it.
 */
export function compile(expression: string): Compiled {
  const body = `"use strict"; return ${print(parseExpression(expression))};`;
  return new Function("x", body) as Compiled;
}

function print(e: Expression): string {
  switch (e.kind) {
    case "number":
      return String(e.value);
    case "symbol":
      return `x.${e.name}`;
    case "negate":
      return `(-${print(e.operand)})`;
    case "binary":
      return `(${print(e.left)}${e.op === "^" ? "**" : e.op}${print(e.right)})`;
    case "call":
      return `Math.${e.name}(${e.args.map(print).join(",")})`;
  }
}
