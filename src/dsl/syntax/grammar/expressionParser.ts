import type { IOrAlt, ParserMethod } from "chevrotain";
import type { Argument, Cite, Expr, Name, Path, RecordField } from "../../ast/ast.ts";
import { endOf } from "../tokens/balance.ts";
import * as T from "../tokens/tokens.ts";
import { W } from "../tokens/tokens.ts";
import { climb, type Part } from "./climb.ts";
import { GrammarParser } from "./grammarParser.ts";
import { numberExpr, stringExpr } from "./literal.ts";
import { nameOf, opt, spanOf, startOf } from "./tokenParts.ts";

/** Grammar of expressions and of their parts: records, paths, calls. */
export abstract class ExpressionParser extends GrammarParser {
  protected readonly expr: ParserMethod<[], Expr> = this.RULE(
    "expr",
    (): Expr => {
      const parts: Part[] = [];
      this.MANY(() => parts.push(this.CONSUME(T.Prefix)));
      parts.push(this.SUBRULE(this.postfix));
      this.MANY2(() =>
        this.OR([
          {
            ALT: () => {
              parts.push(this.CONSUME(T.Infix));
              this.MANY3(() => parts.push(this.CONSUME2(T.Prefix)));
              parts.push(this.SUBRULE2(this.postfix));
            },
          },
          { ALT: () => parts.push(this.CONSUME(W.as), this.CONSUME(T.UnitToken)) },
        ]),
      );
      return this.ACTION(() => {
        const only = parts[0] as Expr;
        return parts.length === 1 ? only : climb(parts, (issue) => this.issues.push(issue));
      });
    },
    { recoveryValueFunc: () => this.errorExpr() },
  );

  private readonly postfix: ParserMethod<[], Expr> = this.RULE(
    "postfix",
    (): Expr => {
      let object = this.SUBRULE(this.primary);
      this.MANY(() => {
        this.CONSUME(T.Dot);
        const member = this.CONSUME(T.Name);
        this.ACTION(() => {
          object = {
            kind: "member",
            span: { start: object.span.start, end: endOf(member) },
            object,
            member: nameOf(member),
          };
        });
      });
      return object;
    },
    { recoveryValueFunc: () => this.errorExpr() },
  );

  /**
   * Kinds of operands that the grammar allows, created once. The rule runs for every operand, and creating the list
   * each time would take a third of the parse time.
   */
  private readonly primaries: IOrAlt<Expr>[] = [
    {
      ALT: () => {
        const token = this.CONSUME(T.NumberToken);
        return this.ACTION(() => numberExpr(token));
      },
    },
    { ALT: () => this.SUBRULE(this.named) },
    {
      ALT: () => {
        const token = this.CONSUME(T.Text);
        return this.ACTION(() => stringExpr(token));
      },
    },
    { ALT: () => this.SUBRULE(this.record) },
    { ALT: () => this.SUBRULE(this.list) },
    { ALT: () => this.SUBRULE(this.paren) },
    { ALT: () => this.SUBRULE(this.choice) },
    { ALT: () => ({ kind: "boolean", span: spanOf(this.CONSUME(W.true)), value: true }) },
    { ALT: () => ({ kind: "boolean", span: spanOf(this.CONSUME(W.false)), value: false }) },
    { ALT: () => ({ kind: "none", span: spanOf(this.CONSUME(W.none)) }) },
  ];
  private readonly primary: ParserMethod<[], Expr> = this.RULE(
    "primary",
    (): Expr => this.OR<Expr>({ DEF: this.primaries, ERR_MSG: "an expression" }),
    { recoveryValueFunc: () => this.errorExpr() },
  );

  private readonly named: ParserMethod<[], Expr> = this.RULE(
    "named",
    (): Expr => {
      const name = this.CONSUME(T.Name);
      const args = this.OPTION({
        GATE: () => startOf(this.LA(1)) === endOf(this.LA(0)),
        DEF: () => this.SUBRULE(this.args),
      });
      return this.ACTION((): Expr => {
        if (!args) return { kind: "name", span: spanOf(name), name: name.image };
        return { kind: "call", span: this.from(name), callee: nameOf(name), args };
      });
    },
    { recoveryValueFunc: () => this.errorExpr() },
  );

  private readonly args: ParserMethod<[], Argument[]> = this.RULE(
    "args",
    (): Argument[] => {
      const args: Argument[] = [];
      this.CONSUME(T.LParen);
      this.MANY(() => {
        const first = this.LA(1);
        const name = this.label();
        const value = this.SUBRULE(this.expr);
        this.ACTION(() => args.push({ ...opt("name", name && nameOf(name)), value, span: this.from(first) }));
        this.separator();
      });
      this.CONSUME(T.RParen);
      return args;
    },
    { recoveryValueFunc: () => [] },
  );

  private readonly list: ParserMethod<[], Expr> = this.RULE(
    "list",
    (): Expr => {
      const items: Expr[] = [];
      const first = this.CONSUME(T.LSquare);
      this.MANY(() => {
        items.push(this.SUBRULE(this.expr));
        this.separator();
      });
      this.CONSUME(T.RSquare);
      return this.ACTION(() => ({ kind: "list", span: this.from(first), items }));
    },
    { recoveryValueFunc: () => this.errorExpr() },
  );

  private readonly paren: ParserMethod<[], Expr> = this.RULE(
    "paren",
    (): Expr => {
      const first = this.CONSUME(T.LParen);
      const inner = this.SUBRULE(this.expr);
      this.CONSUME(T.RParen);
      return this.ACTION(() => ({ kind: "paren", span: this.from(first), inner }));
    },
    { recoveryValueFunc: () => this.errorExpr() },
  );

  private readonly choice: ParserMethod<[], Expr> = this.RULE(
    "choice",
    (): Expr => {
      const first = this.CONSUME(W.if);
      const condition = this.SUBRULE(this.expr);
      this.CONSUME(W.then);
      const yes = this.SUBRULE2(this.expr);
      this.CONSUME(W.else);
      const no = this.SUBRULE3(this.expr);
      return this.ACTION(() => ({ kind: "if", span: this.from(first), condition, yes, no }));
    },
    { recoveryValueFunc: () => this.errorExpr() },
  );

  protected readonly record: ParserMethod<[], Expr> = this.RULE(
    "record",
    (): Expr => {
      const first = this.CONSUME(T.LCurly);
      const fields: RecordField[] = [];
      this.MANY(() => {
        const field = this.SUBRULE(this.field);
        this.ACTION(() => {
          if (field) fields.push(field);
        });
        this.separator(true);
      });
      this.CONSUME(T.RCurly);
      return this.ACTION(() => ({ kind: "record", span: this.from(first), fields }));
    },
    { recoveryValueFunc: () => this.errorExpr() },
  );

  private readonly field: ParserMethod<[], RecordField | undefined> = this.RULE(
    "field",
    (): RecordField | undefined => {
      const first = this.LA(1);
      const path = this.SUBRULE(this.path);
      this.CONSUME(T.Equals);
      const value = this.SUBRULE(this.expr);
      const cite = this.OPTION({
        GATE: () => this.beginsCite(),
        DEF: () => this.SUBRULE(this.cite),
      });
      return this.ACTION(
        () =>
          path && {
            path,
            value,
            ...opt("cite", cite),
            span: { start: path.span.start, end: this.end() },
            ...this.docOf(first),
          },
      );
    },
    { recoveryValueFunc: () => undefined },
  );

  protected readonly path: ParserMethod<[], Path | undefined> = this.RULE(
    "path",
    (): Path | undefined => {
      const names: Name[] = [];
      const first = this.CONSUME(T.Name);
      this.ACTION(() => names.push(nameOf(first)));
      this.MANY(() => {
        this.CONSUME(T.Dot);
        const next = this.CONSUME2(T.Name);
        this.ACTION(() => names.push(nameOf(next)));
      });
      return this.ACTION(() => ({ names, span: this.from(first) }));
    },
    { recoveryValueFunc: () => undefined },
  );

  protected readonly cite: ParserMethod<[], Cite | undefined> = this.RULE(
    "cite",
    (): Cite | undefined => {
      const first = this.CONSUME(W.cite);
      const text = this.CONSUME(T.Text);
      return this.ACTION(() => ({ text: stringExpr(text).value, span: this.from(first) }));
    },
    { recoveryValueFunc: () => undefined },
  );
}
