import type { IToken } from "chevrotain";
import type { NumberExpr, StringExpr } from "../../ast/ast.ts";
import type { NumberLiteral } from "../tokens/number.ts";
import { ForeignText, UnclosedText } from "../tokens/tokens.ts";

export function numberExpr(token: IToken): NumberExpr {
  const literal = token.payload as NumberLiteral;
  const { value, scale, unit, unitStart, unitEnd } = literal;
  return {
    kind: "number",
    span: { start: token.startOffset, end: token.startOffset + token.image.length },
    value,
    ...(scale === undefined ? {} : { scale }),
    ...(unit === undefined ? {} : { unit, unitSpan: { start: unitStart, end: unitEnd } }),
    text: token.image,
  };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
]);

/** Makes the expression of a quoted text. `\n` and `\t` are escapes; any other escaped character represents itself. */
export function stringExpr(token: IToken): StringExpr {
  const { image } = token;
  const open = token.tokenType === UnclosedText;
  const inner = image.slice(1, open ? image.length : -1);
  const value =
    token.tokenType === ForeignText || !inner.includes("\\")
      ? inner
      : inner.replace(/\\(.?)/g, (_, letter: string) => escapes.get(letter) ?? letter);
  return {
    kind: "string",
    span: { start: token.startOffset, end: token.startOffset + image.length },
    value,
  };
}
