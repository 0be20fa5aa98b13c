import type { IToken } from "chevrotain";
import type { Name, Span } from "../../ast/ast.ts";
import { endOf } from "../tokens/balance.ts";

export const startOf = (token: IToken) => token.startOffset;
export const spanOf = (token: IToken): Span => ({ start: startOf(token), end: endOf(token) });
export const nameOf = (token: IToken): Name => ({ name: token.image, span: spanOf(token) });

/**
 * Object with the one property `key`, or an empty object where the value is undefined. Spread into another object, it
 * leaves out a missing property.
 */
export const opt = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
