import { type IToken, tokenMatcher } from "chevrotain";
import * as T from "../tokens/tokens.ts";
import { W } from "../tokens/tokens.ts";

/** True for a token with which an item of a list, or a bare expression, may begin. */
export function beginsItem(token: IToken): boolean {
  const type = token.tokenType;
  return (
    type === T.NumberToken ||
    type === T.LCurly ||
    type === T.LSquare ||
    type === T.LParen ||
    type === W.if ||
    type === W.true ||
    type === W.false ||
    type === W.none ||
    tokenMatcher(token, T.Name) ||
    tokenMatcher(token, T.Text)
  );
}
