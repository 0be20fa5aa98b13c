import type { IToken, ParserMethod } from "chevrotain";
import type { Clause, Control, Expr, NumberExpr, Path, Solve, Sweep } from "../../ast/ast.ts";
import * as T from "../tokens/tokens.ts";
import { W } from "../tokens/tokens.ts";
import { budgetCondition } from "./budgetCondition.ts";
import { ExpressionParser } from "./expressionParser.ts";
import { numberExpr } from "./literal.ts";
import { nameOf, opt, spanOf } from "./tokenParts.ts";

/** Grammar of the statements `sweep`, `search` and `solve` with their clauses, and of `control` with its values. */
export abstract class TableParser extends ExpressionParser {
  protected readonly table: ParserMethod<[], Sweep | undefined> = this.RULE(
    "table",
    (): Sweep | undefined => {
      const first = this.OR([{ ALT: () => this.CONSUME(W.sweep) }, { ALT: () => this.CONSUME(W.search) }]);
      const name = this.CONSUME(T.Name);
      this.CONSUME(T.Equals);
      const base = this.SUBRULE(this.expr);
      const clauses = this.SUBRULE(this.clauses);
      this.ACTION(() => this.noRanges(clauses));
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

  protected readonly solve: ParserMethod<[], Solve | undefined> = this.RULE(
    "solve",
    (): Solve | undefined => {
      const first = this.CONSUME(W.solve);
      const name = this.CONSUME(T.Name);
      this.CONSUME(T.Equals);
      const base = this.SUBRULE(this.expr);
      const clauses = this.SUBRULE(this.clauses);
      this.ACTION(() => this.solvable(clauses, spanOf(first)));
      return this.ACTION(() => ({
        kind: "solve",
        span: this.from(first),
        name: nameOf(name),
        base,
        clauses,
        ...this.docOf(first),
      }));
    },
    { recoveryValueFunc: () => undefined },
  );

  protected readonly control: ParserMethod<[], Control | undefined> = this.RULE(
    "control",
    (): Control | undefined => {
      const first = this.CONSUME(W.control);
      const path = this.SUBRULE(this.path);
      this.CONSUME(W.in);
      const list = this.SUBRULE(this.expr);
      const to = this.OPTION(() => {
        this.CONSUME(T.DotDot);
        return this.SUBRULE2(this.expr);
      });
      return this.ACTION(() =>
        path
          ? {
              kind: "control",
              span: this.from(first),
              path,
              in: list,
              ...opt("to", to),
              ...this.docOf(first),
            }
          : undefined,
      );
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly clauses: ParserMethod<[], readonly Clause[]> = this.RULE(
    "clauses",
    (): readonly Clause[] => {
      const clauses: Clause[] = [];
      this.MANY(() => {
        const found = this.SUBRULE(this.clause);
        this.ACTION(() => clauses.push(...(found ?? [])));
      });
      this.ACTION(() => this.oneAim(clauses));
      return clauses;
    },
    { recoveryValueFunc: () => [] },
  );

  private readonly clause: ParserMethod<[], readonly Clause[] | undefined> = this.RULE(
    "clause",
    (): readonly Clause[] | undefined =>
      this.OR<readonly Clause[]>([
        { ALT: () => this.SUBRULE(this.budget) },
        {
          ALT: () => {
            const one = this.SUBRULE(this.oneClause);
            return one ? [one] : [];
          },
        },
      ]),
    { recoveryValueFunc: () => undefined },
  );

  /** Grammar rule `within $2M, 60 days`: one condition for each limit. */
  private readonly budget: ParserMethod<[], readonly Clause[]> = this.RULE(
    "budget",
    (): readonly Clause[] => {
      const limits: NumberExpr[] = [];
      this.CONSUME(W.within);
      this.AT_LEAST_ONE_SEP({
        SEP: T.Comma,
        DEF: () => {
          const limit = this.CONSUME(T.NumberToken);
          this.ACTION(() => limits.push(numberExpr(limit)));
        },
      });
      return this.ACTION(() =>
        limits.map((budget): Clause => {
          const made = budgetCondition(budget);
          if ("code" in made) this.issues.push(made);
          const condition: Expr = "code" in made ? { kind: "error", span: budget.span } : made;
          return { kind: "where", span: budget.span, condition, budget };
        }),
      );
    },
    { recoveryValueFunc: () => [] },
  );

  private readonly scaling: ParserMethod<[], Clause> = this.RULE("scaling", (): Clause => {
    const word = this.CONSUME(W.scaling);
    const how = this.CONSUME(T.Name);
    return this.ACTION(() => ({
      kind: "scaling",
      span: this.from(word),
      name: { ...nameOf(word), name: "efficiency" },
      how: nameOf(how),
    }));
  });

  private readonly oneClause: ParserMethod<[], Clause | undefined> = this.RULE(
    "oneClause",
    (): Clause | undefined => {
      const first = this.LA(1);
      return this.OR<Clause>([
        { ALT: () => this.SUBRULE(this.forClause) },
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
        { ALT: () => this.SUBRULE(this.scaling) },
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

  private readonly forClause: ParserMethod<[], Clause> = this.RULE(
    "forClause",
    (): Clause => {
      const first = this.CONSUME(W.for);
      const paths = this.SUBRULE(this.paths);
      this.CONSUME(W.in);
      const list = this.SUBRULE(this.expr);
      const to = this.OPTION(() => {
        this.CONSUME(T.DotDot);
        return this.SUBRULE2(this.expr);
      });
      return this.ACTION(() => ({
        kind: "for",
        span: this.from(first),
        paths,
        in: list,
        ...opt("to", to),
      }));
    },
    {
      recoveryValueFunc: (): Clause => ({
        kind: "for",
        span: this.errorExpr().span,
        paths: [],
        in: this.errorExpr(),
      }),
    },
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

  /** Reports a range in a table, whose rows need a list. */
  private noRanges(clauses: readonly Clause[]): void {
    for (const clause of clauses)
      if (clause.kind === "for" && clause.to)
        this.issues.push({
          code: "syntax",
          params: { expected: "a list", found: "a range" },
          span: { start: clause.in.span.start, end: clause.to.span.end },
          help: "`range(a, b, step = c)` lists numbers; `solve` searches a range",
        });
  }

  /** Reports clauses that a `solve` statement does not take, and a `for` without a range or with several paths. */
  private solvable(clauses: readonly Clause[], head: Clause["span"]): void {
    const wanted = "ranges to look in: `for cluster.nodes in 8 .. 512`";
    const refuse = (span: Clause["span"], expected: string, found: string): void => {
      this.issues.push({ code: "syntax", params: { expected, found }, span });
    };
    for (const clause of clauses) {
      if (clause.kind === "for" && (!clause.to || clause.paths.length > 1))
        refuse(clause.span, wanted, clause.to ? "several fields in one range" : "a list");
      if (clause.kind === "derive" || clause.kind === "keep" || clause.kind === "pareto")
        refuse(
          clause.span,
          "`for`, `where`, `within`, `minimize` or `maximize` in a `solve`",
          `\`${clause.kind}\``,
        );
    }
    const asks = clauses.some(({ kind }) => kind === "where" || kind === "minimize" || kind === "maximize");
    if (!clauses.some(({ kind }) => kind === "for")) refuse(head, wanted, "none");
    else if (!asks) refuse(head, "what to look for: `where mfu == 45%` or `minimize cost`", "neither");
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
