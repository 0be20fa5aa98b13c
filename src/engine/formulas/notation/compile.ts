import { type Expression, parseExpression } from "./expression.ts";

export type Compiled = (args: Readonly<Record<string, number>>) => number;

/**
 * Compiles an expression to a native function that takes an object of arguments. The JavaScript is printed from
 * the parsed expression (numbers, checked names, five operators, eight functions), so a user's text never
 * reaches it.
 */
export function compile(expression: string): Compiled {
  const body = `"use strict"; return ${print(parseExpression(expression), (name) => `x.${name}`)};`;
  return new Function("x", body) as Compiled;
}

/** Prints an expression as JavaScript. `named` returns the JavaScript of a symbol. */
export function print(e: Expression, named: (symbol: string) => string): string {
  switch (e.kind) {
    case "number":
      return String(e.value);
    case "symbol":
      return named(e.name);
    case "negate":
      return `(-${print(e.operand, named)})`;
    case "binary":
      return `(${print(e.left, named)}${e.op === "^" ? "**" : e.op}${print(e.right, named)})`;
    case "call":
      return `Math.${e.name}(${e.args.map((one) => print(one, named)).join(",")})`;
  }
}
