import { EmbeddedActionsParser, type IToken, type TokenType, tokenMatcher } from "chevrotain";
import type { Expr, Span } from "../../ast/ast.ts";
import { endOf } from "../tokens/balance.ts";
import type { Issue } from "../tokens/issue.ts";
import { breaksBetween } from "../tokens/line.ts";
import * as T from "../tokens/tokens.ts";
import { W } from "../tokens/tokens.ts";
import { beginsItem } from "./beginsItem.ts";
import { expectations } from "./expectation.ts";
import { opt, startOf } from "./tokenParts.ts";

/**
 * Base class of the parser, with the state that all grammar rules use: the text, the doc comments, and the errors so
 * far. The rules are spread over a chain of subclasses, from expressions up to whole texts, because the parser library
 * chevrotain needs all rules of a grammar in one object.
 */
export abstract class GrammarParser extends EmbeddedActionsParser {
  text = "";
  docs: ReadonlyMap<number, string> = new Map();
  issues: Issue[] = [];

  constructor(check: boolean) {
    super(T.allTokens, {
      maxLookahead: 2,
      recoveryEnabled: true,
      skipValidations: !check,
      errorMessageProvider: expectations,
    });
  }

  /**
   * Grammar rule `[ , ]`: a comma or a line end between two items. With `named`, the next item begins with a name, as
   * in a record.
   */
  protected separator(named = false): void {
    const comma = this.OPTION9(() => this.CONSUME9(T.Comma));
    this.ACTION(() => {
      if (comma) return;
      const next = this.LA(1);
      if (named ? !tokenMatcher(next, T.Name) : !beginsItem(next)) return;
      const end = this.end();
      if (breaksBetween(this.text, end, startOf(next))) return;
      this.issues.push({
        code: "missing-comma",
        params: tokenMatcher(next, T.Name) ? { field: next.image } : {},
        span: { start: startOf(next), end: endOf(next) },
        fix: { span: { start: end, end }, text: "," },
      });
    });
  }

  /** Grammar rule `[ name "=" ]`: the optional name of an argument or column. Returns the token of the name. */
  protected label(): IToken | undefined {
    return this.OPTION8({
      GATE: () => this.isAt(2, T.Equals),
      DEF: () => {
        const name = this.CONSUME8(T.Name);
        this.CONSUME8(T.Equals);
        return name;
      },
    });
  }

  protected isAt(ahead: number, type: TokenType): boolean {
    return tokenMatcher(this.LA(ahead), type);
  }

  protected beginsCite(): boolean {
    return this.LA(1).tokenType === W.cite && this.isAt(2, T.Text);
  }

  protected end(): number {
    const last = this.LA(0);
    return startOf(last) >= 0 ? endOf(last) : 0;
  }

  protected from(first: IToken): Span {
    const end = this.end();
    const start = startOf(first);
    return start >= 0 && start <= end ? { start, end } : { start: end, end };
  }

  protected docOf(first: IToken): { doc?: string } {
    return opt("doc", this.docs.get(first.startOffset));
  }

  protected errorExpr(): Expr {
    const end = this.end();
    return { kind: "error", span: { start: end, end } };
  }

  /**
   * True for tokens that the parser may insert to recover from an error: punctuation and joining words such as `in`. An
   * inserted name or number would be evaluated, so neither is allowed.
   */
  override canTokenTypeBeInsertedInRecovery(type: TokenType): boolean {
    return insertable.has(type);
  }
}

const insertable: ReadonlySet<TokenType> = new Set([T.Equals, T.Comma, W.from, W.in, W.then, W.else]);
