import type { IToken, ParserMethod } from "chevrotain";
import type {
  Column,
  Compare,
  Define,
  DefinitionKind,
  Diagnose,
  Exercise,
  Explain,
  Expr,
  Fn,
  Import,
  Let,
  Name,
  Plot,
  Predict,
  Show,
  ShowItem,
  Span,
  Statement,
} from "../../ast/ast.ts";
import * as T from "../tokens/tokens.ts";
import { W } from "../tokens/tokens.ts";
import { ExpectParser } from "./expectParser.ts";
import { numberExpr, stringExpr } from "./literal.ts";
import { nameOf, opt } from "./tokenParts.ts";

/** Item of a text outside all others: a statement, an import, an edition or a bare expression. */
export type Item =
  | { readonly kind: "edition"; readonly year: number; readonly span: Span }
  | { readonly kind: "bare"; readonly value: Expr }
  | Import
  | Statement;

/*
 * The grammar, as docs/language.md has it. `[ , ]` is a comma that a line end may replace.
 *
 *   chunk      = "edition" INT | import | statement | expr ;       a text is a row of chunks
 *   import     = "import" name [ "as" name ] { "," name [ "as" name ] } "from" STRING ;
 *   statement  = define | let | fn | table | solve | control | exercise | predict | show | plot | compare | explain | diagnose | expect ;
 *   define     = ( "model" | "device" | "cluster" | "plan" | "queue" | "run" ) name [ cite ] ( record | "=" expr ) ;
 *   let        = "let" name "=" expr ;
 *   fn         = "fn" name "(" [ name { "," name } ] ")" "=" expr ;
 *   table      = ( "sweep" | "search" ) name "=" expr { clause } ;
 *   solve      = "solve" name "=" expr { clause } ;
 *   clause     = "for" ( path | "(" path { "," path } ")" ) "in" expr [ ".." expr ] | "where" expr | "derive" name "=" expr
 *              | ( "minimize" | "maximize" ) expr | "pareto" expr { "," expr } | "scaling" name
 *              | "within" NUMBER { "," NUMBER } | "keep" INT [ "per" path { "," path } ] ;
 *   show       = "show" expr [ columns ] { "," expr [ columns ] } ;
 *   columns    = "{" { [ name "=" ] expr [ , ] } "}" ;
 *   plot       = "plot" expr { "," expr } [ record ] ;
 *   compare    = "compare" expr { "," expr } ;
 *   control    = "control" path "in" expr [ ".." expr ] ;
 *   exercise   = "exercise" name record ;
 *   predict    = "predict" name record ;
 *   explain    = "explain" expr [ "against" expr ] ;
 *   diagnose   = "diagnose" expr "against" expr ;
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
export class DtpParser extends ExpectParser {
  /**
   * Creates the parser. With `check`, the grammar is validated (ambiguities, left recursion). That is slow, so only a
   * test does it.
   */
  constructor(check = false) {
    super(check);
    this.performSelfAnalysis();
  }

  /**
   * Parses one statement or one bare expression. Tokens that are left over are an error in `errors`, which the caller
   * handles.
   */
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
          { GATE: () => this.isAt(2, T.Name), ALT: () => this.SUBRULE(this.solve) },
          { GATE: () => this.isAt(2, T.Name), ALT: () => this.SUBRULE(this.control) },
          { GATE: () => this.isAt(2, T.Name), ALT: () => this.SUBRULE(this.exercise) },
          { GATE: () => this.isAt(2, T.Name), ALT: () => this.SUBRULE(this.predict) },
          { GATE: () => this.isAt(2, T.Name), ALT: () => this.SUBRULE(this.diagnose) },
          { ALT: () => this.SUBRULE(this.show) },
          { ALT: () => this.SUBRULE(this.plot) },
          { ALT: () => this.SUBRULE(this.compare) },
          { ALT: () => this.SUBRULE(this.explain) },
          { ALT: () => this.SUBRULE(this.expect) },
          { GATE: () => this.isAt(2, T.Name), ALT: () => this.SUBRULE(this.fn) },
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

  private readonly fn: ParserMethod<[], Fn | undefined> = this.RULE(
    "fn",
    (): Fn | undefined => {
      const first = this.CONSUME(W.fn);
      const name = this.CONSUME(T.Name);
      const params: Name[] = [];
      this.CONSUME(T.LParen);
      this.MANY_SEP({
        SEP: T.Comma,
        DEF: () => {
          const param = this.CONSUME2(T.Name);
          this.ACTION(() => params.push(nameOf(param)));
        },
      });
      this.CONSUME(T.RParen);
      this.CONSUME(T.Equals);
      const body = this.SUBRULE(this.expr);
      return this.ACTION(() => ({
        kind: "fn",
        span: this.from(first),
        name: nameOf(name),
        params,
        body,
        ...this.docOf(first),
      }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly exercise: ParserMethod<[], Exercise | undefined> = this.RULE(
    "exercise",
    (): Exercise | undefined => {
      const first = this.CONSUME(W.exercise);
      const name = this.CONSUME(T.Name);
      const body = this.SUBRULE(this.record);
      return this.ACTION(() =>
        body.kind === "record"
          ? { kind: "exercise", span: this.from(first), name: nameOf(name), body, ...this.docOf(first) }
          : undefined,
      );
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly predict: ParserMethod<[], Predict | undefined> = this.RULE(
    "predict",
    (): Predict | undefined => {
      const first = this.CONSUME(W.predict);
      const name = this.CONSUME(T.Name);
      const body = this.SUBRULE(this.record);
      return this.ACTION(() =>
        body.kind === "record"
          ? { kind: "predict", span: this.from(first), name: nameOf(name), body, ...this.docOf(first) }
          : undefined,
      );
    },
    { recoveryValueFunc: () => undefined },
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
        const name = this.label();
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

  private readonly compare: ParserMethod<[], Compare | undefined> = this.RULE(
    "compare",
    (): Compare | undefined => {
      const first = this.CONSUME(W.compare);
      const items: Expr[] = [];
      this.AT_LEAST_ONE_SEP({ SEP: T.Comma, DEF: () => items.push(this.SUBRULE(this.expr)) });
      return this.ACTION(() => ({ kind: "compare", span: this.from(first), items }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly explain: ParserMethod<[], Explain | undefined> = this.RULE(
    "explain",
    (): Explain | undefined => {
      const first = this.CONSUME(W.explain);
      const value = this.SUBRULE(this.expr);
      const against = this.OPTION(() => {
        this.CONSUME(W.against);
        return this.SUBRULE2(this.expr);
      });
      return this.ACTION(() => ({
        kind: "explain",
        span: this.from(first),
        value,
        ...opt("against", against),
      }));
    },
    { recoveryValueFunc: () => undefined },
  );

  private readonly diagnose: ParserMethod<[], Diagnose | undefined> = this.RULE(
    "diagnose",
    (): Diagnose | undefined => {
      const first = this.CONSUME(W.diagnose);
      const value = this.SUBRULE(this.expr);
      this.CONSUME(W.against);
      const against = this.SUBRULE2(this.expr);
      return this.ACTION(() => ({ kind: "diagnose", span: this.from(first), value, against }));
    },
    { recoveryValueFunc: () => undefined },
  );
}
