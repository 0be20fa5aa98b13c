import {
  EmbeddedActionsParser,
  type IOrAlt,
  type IToken,
  type ParserMethod,
  type TokenType,
  tokenMatcher,
} from "chevrotain";
import type {
  Argument,
  Check,
  Cite,
  Clause,
  Column,
  Define,
  DefinitionKind,
  Expect,
  Explain,
  Expr,
  Hint,
  Import,
  Let,
  Name,
  NumberExpr,
  Path,
  Plot,
  RecordField,
  Show,
  ShowItem,
  Span,
  Statement,
  Sweep,
  Within,
} from "../ast.ts";
import { endOf } from "./balance.ts";
import { climb, type Part } from "./climb.ts";
import { expectations } from "./expectation.ts";
import type { Issue } from "./issue.ts";
import { breaksBetween } from "./line.ts";
import { numberExpr, stringExpr } from "./literal.ts";
import * as T from "./tokens.ts";
import { W } from "./tokens.ts";

/** What a text is a row of. */
export type Item =
  | { readonly kind: "edition"; readonly year: number; readonly span: Span }
  | { readonly kind: "bare"; readonly value: Expr }
  | Import
  | Statement;

const startOf = (token: IToken) => token.startOffset;
const spanOf = (token: IToken): Span => ({ start: startOf(token), end: endOf(token) });
const nameOf = (token: IToken): Name => ({ name: token.image, span: spanOf(token) });
const opt = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };

/*
 * The grammar, as docs/language.md has it. `[ , ]` is a comma that a line end may replace.
 *
 *   chunk      = "edition" INT | import | statement | expr ;       a text is a row of chunks
 *   import     = "import" name [ "as" name ] { "," name [ "as" name ] } "from" STRING ;
 *   statement  = define | let | table | show | plot | explain | expect ;
 *   define     = ( "model" | "device" | "cluster" | "plan" | "queue" ) name [ cite ] ( record | "=" expr ) ;
 *   let        = "let" name "=" expr ;
 *   table      = ( "sweep" | "search" ) name "=" expr { clause } ;
 *   clause     = "for" ( path | "(" path { "," path } ")" ) "in" expr | "where" expr | "derive" name "=" expr
 *              | ( "minimize" | "maximize" ) expr | "pareto" expr { "," expr }
 *              | "keep" INT [ "per" path { "," path } ] ;
 *   show       = "show" expr [ columns ] { "," expr [ columns ] } ;
 *   columns    = "{" { [ name "=" ] expr [ , ] } "}" ;
 *   plot       = "plot" expr { "," expr } [ record ] ;
 *   explain    = "explain" expr ;
 *   expect     = "expect" { cite | within } ( "{" { check [ , ] } "}" | check ) ;
 *   check      = expr [ within ] [ cite ] [ "hint" STRING ] ;      within = "within" NUMBER ;      cite = "cite" STRING ;
 *   record     = "{" { path "=" expr [ cite ] [ , ] } "}" ;                      path = name { "." name } ;
 *   expr       = { prefix } postfix { ( infix { prefix } postfix ) | "as" UNIT } ;    binding: see climb.ts
 *   postfix    = primary { "." name } ;
 *   primary    = NUMBER | STRING | "true" | "false" | "none" | named | record | list | paren | choice ;
 *   named      = name [ "(" args ")" ] ;            list = "[" { expr [ , ] } "]" ;      paren = "(" expr ")" ;
 *   choice     = "if" expr "then" expr "else" expr ;
 *   args       = { [ name "=" ] expr [ , ] } ;         the "(" of a call touches its name
 */
export class DtpParser extends EmbeddedActionsParser {
  text = "";
  docs: ReadonlyMap<number, string> = new Map();
  issues: Issue[] = [];

  /** `check` validates the grammar itself (ambiguities, left recursion), which costs time: a test does it. */
  constructor(check = false) {
    super(T.allTokens, {
      maxLookahead: 2,
      recoveryEnabled: true,
      skipValidations: !check,
      errorMessageProvider: expectations,
    });
    this.performSelfAnalysis();
  }

  /** Parses one statement, or one bare expression; what is left over is an error of its own class. */
  read(tokens: IToken[]): Item | undefined {
    this.input = tokens;
    return this.chunk();
  }

  private readonly chunk: ParserMethod<[], Item | undefined> = this.RULE(
    "chunk",
    (): Item | undefined =>
      this.OR<Item | undefined>({
        DEF: [
          {
            GATE: () => this.LA(2).tokenType === T.NumberToken,
            ALT: () => {
              const first = this.CONSUME(W.edition);
              const year = this.CONSUME(T.NumberToken);
              return this.ACTION(() => ({
                kind: "edition",
                year: numberExpr(year).value,
                span: this.from(first),
              }));
            },
          },
          { ALT: () => this.SUBRULE(this.import) },
          { ALT: () => this.SUBRULE(this.let) },
          { ALT: () => this.SUBRULE(this.table) },
          { ALT: () => this.SUBRULE(this.show) },
          { ALT: () => this.SUBRULE(this.plot) },
          { ALT: () => this.SUBRULE(this.explain) },
          { ALT: () => this.SUBRULE(this.expect) },
          { GATE: () => this.isAt(2, T.Name), ALT: () => this.SUBRULE(this.define) },
          { ALT: () => ({ kind: "bare" as const, value: this.SUBRULE(this.expr) }) },
        ],
        ERR_MSG: "a statement",
        IGNORE_AMBIGUITIES: true, // kind words are names as well; the gates above decide
      }),
    { recoveryValueFunc: () => undefined },
  );

  private readonly import: ParserMethod<[], Import | undefined> = this.RULE(
    "import",
    (): Import | undefined => {
      const first = this.CONSUME(W.import);
      const names: { name: Name; as?: Name }[] = [];
      this.MANY_SEP({
        SEP: T.Comma,
        DEF: () => {
          const name = this.CONSUME(T.Name);
          const as = this.OPTION(() => {
            this.CONSUME(W.as);
            return this.CONSUME2(T.Name);
          });
          this.ACTION(() => names.push({ name: nameOf(name), ...opt("as", as && nameOf(as)) }));
        },
      });
      this.CONSUME(W.from);
      const from = this.CONSUME(T.Text);
      return this.ACTION(() => {
        const { value, span } = stringExpr(from);
        return { kind: "import", span: this.from(first), names, from: { value, span } };
      });
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly define: ParserMethod<[], Define | undefined> = this.RULE(
    "define",
    (): Define | undefined => {
      const first = this.CONSUME(T.Kind);
      const name = this.CONSUME(T.Name);
      const cite = this.OPTION(() => this.SUBRULE(this.cite));
      const body = this.OR({
        DEF: [
          { ALT: () => this.SUBRULE(this.record) },
          {
            ALT: () => {
              this.CONSUME(T.Equals);
              return this.SUBRULE(this.expr);
            },
          },
        ],
        ERR_MSG: "`{` or `=`",
      });
      return this.ACTION(() => ({
        kind: "define",
        span: this.from(first),
        what: first.image as DefinitionKind,
        name: nameOf(name),
        ...opt("cite", cite),
        body,
        ...this.docOf(first),
      }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly let: ParserMethod<[], Let | undefined> = this.RULE(
    "let",
    (): Let | undefined => {
      const first = this.CONSUME(W.let);
      const name = this.CONSUME(T.Name);
      this.CONSUME(T.Equals);
      const value = this.SUBRULE(this.expr);
      return this.ACTION(() => ({
        kind: "let",
        span: this.from(first),
        name: nameOf(name),
        value,
        ...this.docOf(first),
      }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly table: ParserMethod<[], Sweep | undefined> = this.RULE(
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

  private readonly show: ParserMethod<[], Show | undefined> = this.RULE(
    "show",
    (): Show | undefined => {
      const first = this.CONSUME(W.show);
      const items: ShowItem[] = [];
      this.AT_LEAST_ONE_SEP({
        SEP: T.Comma,
        DEF: () => {
          const value = this.SUBRULE(this.expr);
          const columns = this.OPTION(() => this.SUBRULE(this.columns));
          this.ACTION(() =>
            items.push({ value, ...(columns ? { columns: columns.list, columnsSpan: columns.span } : {}) }),
          );
        },
      });
      return this.ACTION(() => ({ kind: "show", span: this.from(first), items }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly columns: ParserMethod<[], { list: Column[]; span: Span } | undefined> = this.RULE(
    "columns",
    (): { list: Column[]; span: Span } | undefined => {
      const columns: Column[] = [];
      const first = this.CONSUME(T.LCurly);
      this.MANY(() => {
        const name = this.OPTION({
          GATE: () => this.isAt(2, T.Equals),
          DEF: () => {
            const token = this.CONSUME(T.Name);
            this.CONSUME(T.Equals);
            return token;
          },
        });
        const value = this.SUBRULE(this.expr);
        this.ACTION(() => columns.push({ ...opt("name", name && nameOf(name)), value }));
        this.separator();
      });
      this.CONSUME(T.RCurly);
      return this.ACTION(() => ({ list: columns, span: this.from(first) }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly plot: ParserMethod<[], Plot | undefined> = this.RULE(
    "plot",
    (): Plot | undefined => {
      const first = this.CONSUME(W.plot);
      const items: Expr[] = [];
      this.AT_LEAST_ONE_SEP({ SEP: T.Comma, DEF: () => items.push(this.SUBRULE(this.expr)) });
      const options = this.OPTION(() => this.SUBRULE(this.record));
      return this.ACTION(() => ({
        kind: "plot",
        span: this.from(first),
        items,
        ...opt("options", options?.kind === "record" ? options : undefined),
      }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly explain: ParserMethod<[], Explain | undefined> = this.RULE(
    "explain",
    (): Explain | undefined => {
      const first = this.CONSUME(W.explain);
      const value = this.SUBRULE(this.expr);
      return this.ACTION(() => ({ kind: "explain", span: this.from(first), value }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly expect: ParserMethod<[], Expect | undefined> = this.RULE(
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
        // One check: what was written before it is its own.
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

  private readonly cite: ParserMethod<[], Cite | undefined> = this.RULE(
    "cite",
    (): Cite | undefined => {
      const first = this.CONSUME(W.cite);
      const text = this.CONSUME(T.Text);
      return this.ACTION(() => ({ text: stringExpr(text).value, span: this.from(first) }));
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

  private readonly record: ParserMethod<[], Expr> = this.RULE(
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

  private readonly path: ParserMethod<[], Path | undefined> = this.RULE(
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

  private readonly expr: ParserMethod<[], Expr> = this.RULE(
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

  /** Made once: this rule runs for every operand, and fresh alternatives each time would cost a third of a parse. */
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

  private readonly args: ParserMethod<[], Argument[]> = this.RULE(
    "args",
    (): Argument[] => {
      const args: Argument[] = [];
      this.CONSUME(T.LParen);
      this.MANY(() => {
        const first = this.LA(1);
        const name = this.OPTION({
          GATE: () => this.isAt(2, T.Equals),
          DEF: () => {
            const token = this.CONSUME(T.Name);
            this.CONSUME(T.Equals);
            return token;
          },
        });
        const value = this.SUBRULE(this.expr);
        this.ACTION(() => args.push({ ...opt("name", name && nameOf(name)), value, span: this.from(first) }));
        this.separator();
      });
      this.CONSUME(T.RParen);
      return args;
    },
    { recoveryValueFunc: () => [] },
  );

  /** `[ , ]`: between items a comma, or the end of the line. Fields of a record begin with a name. */
  private separator(named = false): void {
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

  private isAt(ahead: number, type: TokenType): boolean {
    return tokenMatcher(this.LA(ahead), type);
  }

  private beginsCite(): boolean {
    return this.LA(1).tokenType === W.cite && this.isAt(2, T.Text);
  }

  private beginsHint(): boolean {
    return this.LA(1).tokenType === W.hint && this.isAt(2, T.Text);
  }

  private beginsWithin(): boolean {
    return this.LA(1).tokenType === W.within && this.LA(2).tokenType === T.NumberToken;
  }

  private end(): number {
    const last = this.LA(0);
    return startOf(last) >= 0 ? endOf(last) : 0;
  }

  private from(first: IToken): Span {
    const end = this.end();
    const start = startOf(first);
    return start >= 0 && start <= end ? { start, end } : { start: end, end };
  }

  private docOf(first: IToken): { doc?: string } {
    return opt("doc", this.docs.get(first.startOffset));
  }

  private errorExpr(): Expr {
    const end = this.end();
    return { kind: "error", span: { start: end, end } };
  }

  /** A table is ranked by one clause; the first of two would win in silence. */
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
        params: { expected: "a whole number of rows to keep", found: `\`${token.image}\`` },
        span: spanOf(token),
      });
    }
    return value;
  }

  /** Only marks and joining words: an invented name or number would be evaluated. */
  override canTokenTypeBeInsertedInRecovery(type: TokenType): boolean {
    return insertable.has(type);
  }
}

const AIMS: ReadonlySet<Clause["kind"]> = new Set(["minimize", "maximize", "pareto"]);

const insertable: ReadonlySet<TokenType> = new Set([T.Equals, T.Comma, W.from, W.in, W.then, W.else]);

/** Whether an item of a list or a bare expression may begin with a token. */
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
