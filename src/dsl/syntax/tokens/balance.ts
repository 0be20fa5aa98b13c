import { createTokenInstance, type IToken, type TokenType, tokenMatcher } from "chevrotain";
import type { Issue } from "./issue.ts";
import { beginsLine } from "./line.ts";
import * as T from "./tokens.ts";

/**
 * Maximum nesting of brackets and `if`s. At a depth between 200 and 400, the parser's recursion would overflow the
 * stack.
 */
export const MAX_DEPTH = 100;
/**
 * Maximum number of operators that may be nested in an expression. Later stages walk expressions recursively, so too
 * many would overflow the stack.
 */
const MAX_OPERATORS = 1_000;

/** Tokens of a text, with all brackets closed, split into statements. */
export interface Balanced {
  readonly statements: readonly IToken[][];
  readonly issues: readonly Issue[];
  /** Opening brackets at the end of the text that have no closing bracket, outermost first. */
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
  /** Number of operators in the current expression at this nesting level. */
  operators: number;
  ifs: number;
}

function invented(type: TokenType, at: number): IToken {
  return createTokenInstance(type, spelling.get(type) ?? "", at, at - 1, NaN, NaN, NaN, NaN);
}

/** True for a token that was inserted in place of a missing bracket. The missing bracket is already reported. */
export function isInvented(token: IToken): boolean {
  return token.image !== "" && token.endOffset !== undefined && token.endOffset < token.startOffset;
}

/** Offset of the end of a token's text. An inserted token has no text in the program, so it ends where it begins. */
export function endOf(token: IToken): number {
  return isInvented(token) ? token.startOffset : token.startOffset + token.image.length;
}

/** True for a token that ends an operand. If the next token is no operator, it begins a new item. */
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
 * Closes open brackets, drops closing brackets that match no opening one, and splits the tokens into statements. A word
 * such as `let` at the beginning of a line cannot be inside brackets, so it also ends a record that lacks its `}`. The
 * error thus does not spread to the next statement.
 */
export function balance(tokens: readonly IToken[], text: string): Balanced {
  const brackets = new Brackets();
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as IToken;
    if (beginsStatement(tokens, i, text, brackets.inside)) brackets.beginStatement(token);
    if (!brackets.take(token)) continue;
    const tooDeep = brackets.tooDeep(token);
    if (tooDeep) return { statements: [], issues: [tooDeep], open: [], tooDeep: true };
    brackets.push(token);
  }
  return brackets.end(text);
}

/** State of `balance` while it reads tokens: the statements so far, and the brackets that are open. */
class Brackets {
  readonly #statements: IToken[][] = [];
  readonly #issues: Issue[] = [];
  readonly #stack: Level[] = [{ opener: null, operators: 0, ifs: 0 }];
  #current: IToken[] = [];
  /** Number of operators in the current expressions of all open levels. `#ifs` is the number of their `if`s. */
  #operators = 0;
  #ifs = 0;
  #previous: IToken | undefined;

  get inside(): boolean {
    return this.#stack.length > 1;
  }

  /** Ends the current statement before a token that begins the next one, and closes its open brackets. */
  beginStatement(token: IToken): void {
    const opener = this.#stack.at(-1)?.opener;
    if (opener) {
      this.#unclosed(opener, token);
      const previous = this.#previous;
      this.#close(previous ? previous.startOffset + previous.image.length : 0, this.#stack.length - 1);
    }
    if (this.#current.length > 0) this.#statements.push(this.#current);
    this.#current = [];
  }

  /**
   * Takes a token into account: opens or closes a bracket, or counts an operator or an `if`. Returns false for a
   * closing bracket that matches no open one.
   */
  take(token: IToken): boolean {
    const type = token.tokenType;
    const level = this.#stack.at(-1) as Level;
    if (closers.has(type)) {
      this.#stack.push({ opener: token, operators: 0, ifs: 0 });
    } else if (closing.has(type)) {
      return this.#takeCloser(token);
    } else if (type === T.Comma || type === T.Equals || tokenMatcher(token, T.Verb)) {
      this.#resetCounts(level);
    } else if (type === T.Dot || tokenMatcher(token, T.Infix) || tokenMatcher(token, T.Prefix)) {
      level.operators++;
      this.#operators++;
    } else if (type === T.W.if) {
      level.ifs++;
      this.#ifs++;
    } else if (endsOperand(this.#previous) && type !== T.W.as && type !== T.UnitToken) {
      // Two operands follow each other without an operator. The second begins a new item on the next line.
      if (type !== T.W.then && type !== T.W.else) this.#resetCounts(level);
    }
    return true;
  }

  push(token: IToken): void {
    this.#current.push(token);
    this.#previous = token;
  }

  /** Error at a token around which too many brackets, `if`s or operators are open; null within the limits. */
  tooDeep(token: IToken): Issue | null {
    const operators = this.#operators > MAX_OPERATORS;
    if (this.#stack.length - 1 + this.#ifs <= MAX_DEPTH && !operators) return null;
    return {
      code: "too-deep",
      params: operators ? { limit: MAX_OPERATORS, what: "operators" } : { limit: MAX_DEPTH },
      span: { start: token.startOffset, end: token.startOffset + token.image.length },
    };
  }

  end(text: string): Balanced {
    const open = this.#stack.flatMap((l) => (l.opener ? [l.opener] : []));
    const innermost = open[open.length - 1];
    if (innermost) {
      this.#unclosed(innermost);
      this.#close(text.length, open.length);
    }
    if (this.#current.length > 0) this.#statements.push(this.#current);
    return { statements: this.#statements, issues: this.#issues, open, tooDeep: false };
  }

  #takeCloser(token: IToken): boolean {
    const stack = this.#stack;
    const type = token.tokenType;
    const match = stack.findLastIndex((l) => l.opener !== null && closers.get(l.opener.tokenType) === type);
    if (match < 1) {
      this.#issues.push({
        code: "stray-character",
        params: { character: token.image, help: "no bracket is open that it could close" },
        span: { start: token.startOffset, end: token.startOffset + 1 },
      });
      return false;
    }
    if (match < stack.length - 1) {
      const opener = stack.at(-1)?.opener;
      if (opener) this.#unclosed(opener);
      this.#close(token.startOffset, stack.length - 1 - match);
    }
    const closed = stack.pop();
    this.#operators -= closed?.operators ?? 0;
    this.#ifs -= closed?.ifs ?? 0;
    return true;
  }

  #resetCounts(level: Level): void {
    this.#operators -= level.operators;
    this.#ifs -= level.ifs;
    level.operators = 0;
    level.ifs = 0;
  }

  #close(at: number, count: number): void {
    for (let i = 0; i < count; i++) {
      const level = this.#stack.pop();
      if (!level?.opener) return;
      this.#operators -= level.operators;
      this.#ifs -= level.ifs;
      this.#current.push(invented(closers.get(level.opener.tokenType) ?? T.RCurly, at));
    }
  }

  #unclosed(opener: IToken, before?: IToken): void {
    const closer = spelling.get(closers.get(opener.tokenType) ?? T.RCurly) ?? "}";
    const begins = "a new statement begins here";
    this.#issues.push({
      code: "unclosed",
      params: { open: opener.image, close: closer },
      span: { start: opener.startOffset, end: opener.startOffset + 1 },
      ...(before === undefined
        ? {}
        : {
            related: [
              {
                span: { start: before.startOffset, end: before.startOffset + before.image.length },
                label: begins,
              },
            ],
          }),
    });
  }
}

function beginsStatement(tokens: readonly IToken[], index: number, text: string, inside: boolean): boolean {
  const token = tokens[index] as IToken;
  if (tokenMatcher(token, T.Verb)) return !inside || beginsLine(text, token.startOffset);
  if (token.tokenType === T.W.edition && !inside) {
    return beginsLine(text, token.startOffset) && tokens[index + 1]?.tokenType === T.NumberToken;
  }
  if (token.tokenType === T.W.fn || token.tokenType === T.W.solve) {
    const [name, mark] = [tokens[index + 1], tokens[index + 2]];
    if (!name || !tokenMatcher(name, T.Name) || !beginsLine(text, token.startOffset)) return false;
    return !inside || mark?.tokenType === (token.tokenType === T.W.fn ? T.LParen : T.Equals);
  }
  if (token.tokenType === T.W.exercise || token.tokenType === T.W.predict) {
    const [name, mark] = [tokens[index + 1], tokens[index + 2]];
    if (!name || !tokenMatcher(name, T.Name) || !beginsLine(text, token.startOffset)) return false;
    return mark?.tokenType === T.LCurly;
  }
  if (token.tokenType === T.W.control) {
    const [name, mark] = [tokens[index + 1], tokens[index + 2]];
    if (!name || !tokenMatcher(name, T.Name) || !beginsLine(text, token.startOffset)) return false;
    return !inside || mark?.tokenType === T.Dot || mark?.tokenType === T.W.in;
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
