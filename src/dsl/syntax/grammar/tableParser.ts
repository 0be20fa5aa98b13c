import type { IToken, ParserMethod } from "chevrotain";
import type { Clause, Expr, Path, Sweep } from "../../ast/ast.ts";
import * as T from "../tokens/tokens.ts";
import { W } from "../tokens/tokens.ts";
import { ExpressionParser } from "./expressionParser.ts";
import { numberExpr } from "./literal.ts";
import { nameOf, spanOf } from "./tokenParts.ts";

/** Grammar of the statements `sweep` and `search` with their clauses. */
export abstract class TableParser extends ExpressionParser {
  protected readonly table: ParserMethod<[], Sweep | undefined> = this.RULE(
    "table",
    (): Sweep | undefined => {
      const first = this.OR([{ ALT: () => this.CONSUME(W.sweep) }, { ALT: () => this.CONSUME(W.search) }]);
      const name = this.CONSUME(T.Name);
      this.CONSUME(T.Equals);
      const base = this.SUBRULE(this.expr);
      const clauses: Clause[] = [];
      this.MANY(() => {
        const clause = this.SUBRULE(this.clause);
        this.ACTION(() => {
          if (clause) clauses.push(clause);
        });
      });
      this.ACTION(() => this.oneAim(clauses));
      return this.ACTION(() => ({
        kind: first.tokenType === W.sweep ? "sweep" : "search",
        span: this.from(first),
        name: nameOf(name),
        base,
        clauses,
        ...this.docOf(first),
      }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly clause: ParserMethod<[], Clause | undefined> = this.RULE(
    "clause",
    (): Clause | undefined => {
      const first = this.LA(1);
      return this.OR<Clause>([
        {
          ALT: () => {
            this.CONSUME(W.for);
            const paths = this.SUBRULE(this.paths);
            this.CONSUME(W.in);
            const list = this.SUBRULE(this.expr);
            return this.ACTION(() => ({ kind: "for", span: this.from(first), paths, in: list }));
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.where);
            const condition = this.SUBRULE2(this.expr);
            return this.ACTION(() => ({ kind: "where", span: this.from(first), condition }));
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.derive);
            const name = this.CONSUME(T.Name);
            this.CONSUME(T.Equals);
            const value = this.SUBRULE3(this.expr);
            return this.ACTION(() => ({ kind: "derive", span: this.from(first), name: nameOf(name), value }));
          },
        },
        {
          ALT: () => {
            const word = this.CONSUME(W.scaling);
            const how = this.CONSUME2(T.Name);
            return this.ACTION(() => ({
              kind: "scaling",
              span: this.from(first),
              name: { ...nameOf(word), name: "efficiency" },
              how: nameOf(how),
            }));
          },
        },
        {
          ALT: () => {
            const aim = this.OR2([
              { ALT: () => this.CONSUME(W.minimize) },
              { ALT: () => this.CONSUME(W.maximize) },
            ]);
            const objective = this.SUBRULE4(this.expr);
            return this.ACTION(() => ({
              kind: aim.tokenType === W.minimize ? "minimize" : "maximize",
              span: this.from(first),
              objective,
            }));
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.keep);
            const count = this.CONSUME(T.NumberToken);
            const per: Path[] = [];
            this.OPTION(() => {
              this.CONSUME(W.per);
              this.AT_LEAST_ONE_SEP2({
                SEP: T.Comma,
                DEF: () => {
                  const path = this.SUBRULE(this.path);
                  this.ACTION(() => {
                    if (path) per.push(path);
                  });
                },
              });
            });
            return this.ACTION(() => ({
              kind: "keep",
              span: this.from(first),
              count: this.count(count),
              per,
            }));
          },
        },
        {
          ALT: () => {
            this.CONSUME(W.pareto);
            const objectives: Expr[] = [];
            this.AT_LEAST_ONE_SEP({ SEP: T.Comma, DEF: () => objectives.push(this.SUBRULE5(this.expr)) });
            return this.ACTION(() => ({ kind: "pareto", span: this.from(first), objectives }));
          },
        },
      ]);
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly paths: ParserMethod<[], Path[]> = this.RULE(
    "paths",
    (): Path[] => {
      const paths: Path[] = [];
      const add = (path: Path | undefined) =>
        this.ACTION(() => {
          if (path) paths.push(path);
        });
      this.OR({
        DEF: [
          { ALT: () => add(this.SUBRULE(this.path)) },
          {
            ALT: () => {
              this.CONSUME(T.LParen);
              this.AT_LEAST_ONE_SEP({ SEP: T.Comma, DEF: () => add(this.SUBRULE2(this.path)) });
              this.CONSUME(T.RParen);
            },
          },
        ],
        ERR_MSG: "a field to vary, such as `plan.tp`",
      });
      return paths;
    },
    { recoveryValueFunc: () => [] },
  );

  /**
   * Reports a second clause that ranks rows (`minimize`, `maximize`, `pareto`). A table has one such clause, and a
   * second one would otherwise be ignored silently.
   */
  private oneAim(clauses: readonly Clause[]): void {
    const [, second] = clauses.filter(({ kind }) => AIMS.has(kind));
    if (second)
      this.issues.push({
        code: "syntax",
        params: { expected: "one `minimize`, `maximize` or `pareto`", found: "a second one" },
        span: second.span,
      });
  }

  private count(token: IToken): number {
    const { value, unit } = numberExpr(token);
    if (unit !== undefined || !Number.isInteger(value) || value < 1) {
      this.issues.push({
        code: "syntax",
        params: { expected: "a whole number of rows to keep, 1 or more", found: `\`${token.image}\`` },
        span: spanOf(token),
      });
    }
    return value;
  }
}

const AIMS: ReadonlySet<Clause["kind"]> = new Set(["minimize", "maximize", "pareto"]);
