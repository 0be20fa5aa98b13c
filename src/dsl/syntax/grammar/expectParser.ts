import type { ParserMethod } from "chevrotain";
import type { Check, Cite, Expect, Hint, NumberExpr, Span, Within } from "../../ast/ast.ts";
import * as T from "../tokens/tokens.ts";
import { W } from "../tokens/tokens.ts";
import { numberExpr, stringExpr } from "./literal.ts";
import { TableParser } from "./tableParser.ts";
import { opt } from "./tokenParts.ts";

/** Grammar of the statement `expect`: comparisons, tolerances, citations, hints. */
export abstract class ExpectParser extends TableParser {
  protected readonly expect: ParserMethod<[], Expect | undefined> = this.RULE(
    "expect",
    (): Expect | undefined => {
      const first = this.CONSUME(W.expect);
      let cite: Cite | undefined;
      let within: Within | undefined;
      this.MANY({
        GATE: () => this.beginsCite() || this.beginsWithin(),
        DEF: () => {
          this.OR([
            {
              ALT: () => {
                const read = this.SUBRULE(this.cite);
                this.ACTION(() => {
                  cite = read;
                });
              },
            },
            {
              ALT: () => {
                const read = this.SUBRULE(this.within);
                this.ACTION(() => {
                  within = read;
                });
              },
            },
          ]);
        },
      });
      const checks: Check[] = [];
      const add = (check: Check | undefined, doc: { doc?: string } = {}) => {
        if (check) checks.push({ ...doc, ...check });
      };
      const blockSpan = this.OR2<Span | undefined>({
        DEF: [
          {
            ALT: () => {
              const brace = this.CONSUME(T.LCurly);
              this.MANY2(() => {
                const begin = this.LA(1);
                add(this.SUBRULE(this.check), this.docOf(begin));
                this.separator();
              });
              this.CONSUME(T.RCurly);
              return this.ACTION(() => this.from(brace));
            },
          },
          {
            ALT: () => {
              add(this.SUBRULE2(this.check));
              return undefined;
            },
          },
        ],
        ERR_MSG: "a comparison such as `a.mfu ~= 51.4%`",
        IGNORE_AMBIGUITIES: true,
      });
      return this.ACTION(() => {
        const span = this.from(first);
        if (blockSpan) {
          const given = { ...opt("cite", cite), ...opt("within", within) };
          return { kind: "expect", span, ...given, block: true, blockSpan, checks };
        }
        // In a statement with a single check, a tolerance or citation before the check belongs to the check.
        const given = { ...this.docOf(first), ...opt("within", within), ...opt("cite", cite) };
        const merged = checks.map((check) => ({ ...given, ...check }));
        return { kind: "expect", span, block: false, checks: merged };
      });
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly check: ParserMethod<[], Check | undefined> = this.RULE(
    "check",
    (): Check | undefined => {
      const condition = this.SUBRULE(this.expr);
      const within = this.OPTION({
        GATE: () => this.beginsWithin(),
        DEF: () => this.SUBRULE(this.within),
      });
      const cite = this.OPTION2({
        GATE: () => this.beginsCite(),
        DEF: () => this.SUBRULE(this.cite),
      });
      const hint = this.OPTION3({
        GATE: () => this.beginsHint(),
        DEF: () => this.SUBRULE(this.hint),
      });
      return this.ACTION(() => ({
        span: { start: condition.span.start, end: this.end() },
        condition,
        ...opt("within", within),
        ...opt("cite", cite),
        ...opt("hint", hint),
      }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly within: ParserMethod<[], Within | undefined> = this.RULE(
    "within",
    (): Within | undefined => {
      const first = this.CONSUME(W.within);
      const value = this.CONSUME(T.NumberToken);
      return this.ACTION(() => ({ value: numberExpr(value) as NumberExpr, span: this.from(first) }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly hint: ParserMethod<[], Hint | undefined> = this.RULE(
    "hint",
    (): Hint | undefined => {
      const first = this.CONSUME(W.hint);
      const text = this.CONSUME(T.Text);
      return this.ACTION(() => ({ text: stringExpr(text).value, span: this.from(first) }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private beginsHint(): boolean {
    return this.LA(1).tokenType === W.hint && this.isAt(2, T.Text);
  }

  private beginsWithin(): boolean {
    return this.LA(1).tokenType === W.within && this.LA(2).tokenType === T.NumberToken;
  }
}
