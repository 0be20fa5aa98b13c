import { canCompile } from "../../../units/index.ts";
import { type Expression, parseExpression } from "./expression.ts";
import { interpret } from "./interpret.ts";

export type Compiled = (args: Readonly<Record<string, number>>) => number;

/**
 * Compiles an expression to a native function that takes an object of arguments. The JavaScript is printed from
 * the parsed expression (numbers, checked names, five operators, eight functions), so a user's text never
 * reaches it. Where code cannot be compiled, the expression is interpreted.
 */
export function compile(expression: string): Compiled {
  if (!canCompile()) return interpret(parseExpression(expression), argument);
  const body = `"use strict"; return ${print(parseExpression(expression), (name) => `x.${name}`)};`;
  return new Function("x", body) as Compiled;
}

/** Returns the function that reads a symbol from an object of arguments. */
const argument =
  (symbol: string) =>
  (args: Readonly<Record<string, number>>): number =>
    args[symbol] ?? Number.NaN;

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
