import type { CallExpr } from "../../ast/ast.ts";
import type { RandomInput } from "../values/draws.ts";
import type { Scope } from "../values/scope.ts";

const inputs = new WeakMap<CallExpr, RandomInput>();
let made = 0;
/** True once a program has written a distribution. */
let written = false;

/** Random input of a call in a program's text. The same call gives the same input. */
export function randomInputOf(expr: CallExpr, { source }: Scope): RandomInput {
  const known = inputs.get(expr);
  if (known) return known;
  const text = source.text.slice(expr.span.start, expr.span.end).replace(/\s+/g, " ");
  const input = newInput(text, { source, span: expr.span });
  inputs.set(expr, input);
  written = true;
  return input;
}

/** Random input that no program writes, such as the error of the engine. */
export const newInput = (text: string, place: RandomInput["place"]): RandomInput => ({
  id: made++,
  text,
  place,
});

/** True after a program has written a distribution. Before, nothing needs to look for one. */
export const anyRandomInput = (): boolean => written;
