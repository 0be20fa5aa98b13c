import type { Expression, Operator } from "./expression.ts";

/** Evaluates an expression on `args`, from which the caller reads its symbols. */
export type Interpreted<A> = (args: A) => number;

/**
 * Turns an expression into nested functions, for surroundings that forbid compiled code. `named` returns the function that reads
 * a symbol. Results are bit-identical to those of the printed JavaScript, because the operations and their order are the same.
 */
export function interpret<A>(e: Expression, named: (symbol: string) => Interpreted<A>): Interpreted<A> {
  switch (e.kind) {
    case "number": {
      const { value } = e;
      return () => value;
    }
    case "symbol":
      return named(e.name);
    case "negate": {
      const operand = interpret(e.operand, named);
      return (args) => -operand(args);
    }
    case "binary":
      return binary(e.op, interpret(e.left, named), interpret(e.right, named));
    case "call":
      return call(
        Math[e.name],
        e.args.map((one) => interpret(one, named)),
      );
  }
}

function binary<A>(op: Operator, left: Interpreted<A>, right: Interpreted<A>): Interpreted<A> {
  switch (op) {
    case "+":
      return (args) => left(args) + right(args);
    case "-":
      return (args) => left(args) - right(args);
    case "*":
      return (args) => left(args) * right(args);
    case "/":
      return (args) => left(args) / right(args);
    case "^":
      return (args) => left(args) ** right(args);
  }
}

function call<A>(fn: (...values: number[]) => number, of: readonly Interpreted<A>[]): Interpreted<A> {
  const [first, second, third] = of;
  if (first && !second) return (args) => fn(first(args));
  if (first && second && !third) return (args) => fn(first(args), second(args));
  return (args) => fn(...of.map((one) => one(args)));
}
