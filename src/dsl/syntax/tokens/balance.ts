import { createTokenInstance, type IToken, type TokenType, tokenMatcher } from "chevrotain";
import type { Issue } from "./issue.ts";
import { beginsLine } from "./line.ts";
import * as T from "./tokens.ts";

/** Maximum nesting of brackets and `if`s. The parser's recursion would overflow the stack between 200 and 400. */
export const MAX_DEPTH = 100;
/** Maximum number of nested operators, because later stages walk trees recursively. */
const MAX_OPERATORS = 1_000;

/** Tokens with all brackets closed, split into statements. */
export interface Balanced {
  readonly statements: readonly IToken[][];
  readonly issues: readonly Issue[];
  /** Opening brackets that nothing closed, outermost first. */
  readonly open: readonly IToken[];
  readonly tooDeep: boolean;
}

const closers = new Map<TokenType, TokenType>([
  [T.LCurly, T.RCurly],
  [T.LParen, T.RParen],
  [T.LSquare, T.RSquare],
]);
const closing: ReadonlySet<TokenType> = new Set(closers.values());
const spelling = new Map<TokenType, string>([
  [T.RCurly, "}"],
  [T.RParen, ")"],
  [T.RSquare, "]"],
]);

interface Level {
  readonly opener: IToken | null;
  /** Operators in the current expression of this nesting level. */
  operators: number;
  ifs: number;
}

function invented(type: TokenType, at: number): IToken {
  return createTokenInstance(type, spelling.get(type) ?? "", at, at - 1, NaN, NaN, NaN, NaN);
}

/** True for a token inserted in place of a missing bracket, which is already reported. */
export function isInvented(token: IToken): boolean {
  return token.image !== "" && token.endOffset !== undefined && token.endOffset < token.startOffset;
}

/** End of a token's text. An inserted token has no text. */
export function endOf(token: IToken): number {
  return isInvented(token) ? token.startOffset : token.startOffset + token.image.length;
}

/** True for a token that ends an operand. A following token without an operator begins a new item. */
function endsOperand(token: IToken | undefined): boolean {
  return (
    token !== undefined &&
    (tokenMatcher(token, T.Name) ||
      token.tokenType === T.NumberToken ||
      closing.has(token.tokenType) ||
      tokenMatcher(token, T.Text) ||
      token.tokenType === T.W.true ||
      token.tokenType === T.W.false ||
      token.tokenType === T.W.none)
  );
}

/**
 * Closes open brackets, drops unmatched closing ones, and splits the tokens into statements. A word such as `let` at
 * the beginning of a line cannot be inside brackets, so it also ends a record without its `}`. The error thus stays in
 * its own statement.
 */
export function balance(tokens: readonly IToken[], text: string): Balanced {
  const statements: IToken[][] = [];
  let current: IToken[] = [];
  const issues: Issue[] = [];
  const stack: Level[] = [{ opener: null, operators: 0, ifs: 0 }];
  let operators = 0;
  let ifs = 0;
  let previous: IToken | undefined;

  const close = (at: number, count: number) => {
    for (let i = 0; i < count; i++) {
      const level = stack.pop();
      if (!level?.opener) return;
      operators -= level.operators;
      ifs -= level.ifs;
      current.push(invented(closers.get(level.opener.tokenType) ?? T.RCurly, at));
    }
  };
  const unclosed = (opener: IToken, before?: IToken) => {
    const closer = spelling.get(closers.get(opener.tokenType) ?? T.RCurly) ?? "}";
    issues.push({
      code: "unclosed",
      params: { open: opener.image, close: closer },
      span: { start: opener.startOffset, end: opener.startOffset + 1 },
      ...(before === undefined
        ? {}
        : {
            related: [
              {
                span: { start: before.startOffset, end: before.startOffset + before.image.length },
                label: "a new statement begins here",
              },
            ],
          }),
    });
  };

  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as IToken;
    const type = token.tokenType;
    if (beginsStatement(tokens, i, text, stack.length > 1)) {
      const opener = stack[stack.length - 1]?.opener;
      if (opener) {
        unclosed(opener, token);
        close(previous ? previous.startOffset + previous.image.length : 0, stack.length - 1);
      }
      if (current.length > 0) statements.push(current);
      current = [];
    }
    const level = stack[stack.length - 1] as Level;
    if (closers.has(type)) {
      stack.push({ opener: token, operators: 0, ifs: 0 });
    } else if (closing.has(type)) {
      const match = stack.findLastIndex((l) => l.opener !== null && closers.get(l.opener.tokenType) === type);
      if (match < 1) {
        issues.push({
          code: "stray-character",
          params: { character: token.image, help: "no bracket is open that it could close" },
          span: { start: token.startOffset, end: token.startOffset + 1 },
        });
        continue;
      }
      if (match < stack.length - 1) {
        const opener = stack[stack.length - 1]?.opener;
        if (opener) unclosed(opener);
        close(token.startOffset, stack.length - 1 - match);
      }
      const closed = stack.pop();
      operators -= closed?.operators ?? 0;
      ifs -= closed?.ifs ?? 0;
    } else if (type === T.Comma || type === T.Equals || tokenMatcher(token, T.Verb)) {
      operators -= level.operators;
      ifs -= level.ifs;
      level.operators = 0;
      level.ifs = 0;
    } else if (type === T.Dot || tokenMatcher(token, T.Infix) || tokenMatcher(token, T.Prefix)) {
      level.operators++;
      operators++;
    } else if (type === T.W.if) {
      level.ifs++;
      ifs++;
    } else if (endsOperand(previous) && type !== T.W.as && type !== T.UnitToken) {
      // Two operands without an operator: the second is a new item of a list on the next line.
      if (type !== T.W.then && type !== T.W.else) {
        operators -= level.operators;
        ifs -= level.ifs;
        level.operators = 0;
        level.ifs = 0;
      }
    }
    if (stack.length - 1 + ifs > MAX_DEPTH || operators > MAX_OPERATORS) {
      issues.push({
        code: "too-deep",
        params:
          operators > MAX_OPERATORS ? { limit: MAX_OPERATORS, what: "operators" } : { limit: MAX_DEPTH },
        span: { start: token.startOffset, end: token.startOffset + token.image.length },
      });
      return { statements: [], issues: issues.slice(-1), open: [], tooDeep: true };
    }
    current.push(token);
    previous = token;
  }
  const open = stack.flatMap((l) => (l.opener ? [l.opener] : []));
  const innermost = open[open.length - 1];
  if (innermost) {
    unclosed(innermost);
    close(text.length, open.length);
  }
  if (current.length > 0) statements.push(current);
  return { statements, issues, open, tooDeep: false };
}

function beginsStatement(tokens: readonly IToken[], index: number, text: string, inside: boolean): boolean {
  const token = tokens[index] as IToken;
  if (tokenMatcher(token, T.Verb)) return !inside || beginsLine(text, token.startOffset);
  if (token.tokenType === T.W.edition && !inside) {
    return beginsLine(text, token.startOffset) && tokens[index + 1]?.tokenType === T.NumberToken;
  }
  if (!tokenMatcher(token, T.Kind) || !beginsLine(text, token.startOffset)) return false;
  const next = tokens[index + 1]?.tokenType;
  if (!inside && (next === T.LCurly || (next && tokenMatcher({ tokenType: next } as IToken, T.Text))))
    return true;
  const second = tokens[index + 1];
  const third = tokens[index + 2]?.tokenType;
  if (!second || !tokenMatcher(second, T.Name)) return false;
  return !inside || third === T.LCurly || third === T.Equals || third === T.W.cite;
}
