import type {
  Check,
  Clause,
  Column,
  Define,
  Expect,
  Expr,
  Fn,
  Import,
  Plot,
  Show,
  Solve,
  Span,
  Statement,
  Sweep,
} from "../../ast/ast.ts";
import type { CommentBook } from "./commentBook.ts";
import { type Layout, WIDTH } from "./layout.ts";
import { printExpr, printNumberLiteral, printPath, printText } from "./printExpr.ts";
import { type Piece, pad, sequence } from "./sequence.ts";

type Cited = { readonly cite?: { readonly text: string } };
const citing = ({ cite }: Cited) => (cite ? ` cite ${printText(cite.text)}` : "");
const within = (node: Pick<Check, "within">) =>
  node.within ? ` within ${printNumberLiteral(node.within.value)}` : "";
const hinting = ({ hint }: Check) => (hint ? `hint ${printText(hint.text)}` : "");

/** Formats statements: decides on their line breaks and prints them with their comments. */
export class StatementLayout {
  private readonly book: CommentBook;
  private readonly layout: Layout;

  constructor(book: CommentBook, layout: Layout) {
    this.book = book;
    this.layout = layout;
  }

  piece(item: Import | Statement): Piece {
    return {
      span: item.span,
      keeps: this.keeps(item),
      print: () => this.print(item),
    };
  }

  private keeps(item: Import | Statement): readonly Span[] {
    switch (item.kind) {
      case "import":
        return [];
      case "define":
        return this.layout.keeps(item.body);
      case "let":
        return this.layout.keeps(item.value);
      case "diagnose":
        return [item.value, item.against].flatMap((e) => this.layout.keeps(e));
      case "explain":
        return [item.value, ...(item.against ? [item.against] : [])].flatMap((e) => this.layout.keeps(e));
      case "compare":
        return item.items.flatMap((e) => this.layout.keeps(e));
      case "fn":
        return this.layout.keeps(item.body);
      case "exercise":
      case "predict":
        return this.layout.keeps(item.body);
      case "control":
        return [item.in, ...(item.to ? [item.to] : [])].flatMap((e) => this.layout.keeps(e));
      case "sweep":
      case "search":
      case "solve":
        return [...this.layout.keeps(item.base), { start: item.base.span.end, end: item.span.end }];
      case "show":
        return item.items.flatMap((shown) => [
          ...this.layout.keeps(shown.value),
          ...(shown.columnsSpan ? [shown.columnsSpan] : []),
        ]);
      case "plot":
        return [...item.items, ...(item.options ? [item.options] : [])].flatMap((e) => this.layout.keeps(e));
      case "expect":
        return item.blockSpan
          ? [item.blockSpan]
          : item.checks.flatMap((check) => this.layout.keeps(check.condition));
    }
  }

  private print(item: Import | Statement): string {
    switch (item.kind) {
      case "import":
        return this.import(item);
      case "define":
        return this.define(item);
      case "let":
        return this.headed(`let ${item.name.name} = `, item.value);
      case "fn":
        return this.fn(item);
      case "diagnose":
        return `${this.listed("diagnose ", [item.value])} ${this.listed("against ", [item.against])}`;
      case "explain":
        return item.against
          ? `${this.listed("explain ", [item.value])} ${this.listed("against ", [item.against])}`
          : this.headed("explain ", item.value);
      case "compare":
        return this.listed("compare ", item.items);
      case "exercise":
      case "predict":
        return this.headed(`${item.kind} ${item.name.name} `, item.body);
      case "control":
        return this.headed(
          `control ${item.path.names.map(({ name }) => name).join(".")} in `,
          item.in,
          item.to,
        );
      case "sweep":
      case "search":
      case "solve":
        return this.sweep(item);
      case "show":
        return this.show(item);
      case "plot":
        return this.plot(item);
      case "expect":
        return this.expect(item);
    }
  }

  /** A statement's head and its value; with `to`, a range up to it. */
  private headed(head: string, value: Expr, to?: Expr): string {
    const behind = to ? ` .. ${printExpr(to)}` : "";
    return head + this.layout.print(value, { indent: 0, column: head.length, tail: behind.length }) + behind;
  }

  private import(item: Import): string {
    const names = item.names
      .map(({ name, as }) => (as ? `${name.name} as ${as.name}` : name.name))
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const from = `from ${printText(item.from.value)}`;
    const line = `import ${names.join(", ")} ${from}`;
    return line.length <= WIDTH ? line : `import\n  ${names.join(",\n  ")}\n${from}`;
  }

  private define(item: Define): string {
    const head = `${item.what} ${item.name.name}${citing(item)} `;
    return this.headed(item.body.kind === "record" ? head : `${head}= `, item.body);
  }

  private fn({ name, params, body }: Fn): string {
    const head = `fn ${name.name}(${params.map((param) => param.name).join(", ")}) =`;
    const line = this.headed(`${head} `, body);
    // A body that does not fit behind its head gets lines of its own, unless its brackets take the line breaks anyway.
    // There is no comment in it, so that a bracket at a line's end is one that breaks.
    if (!line.includes("\n") || this.layout.mustBreak(body)) return line;
    const below = this.layout.print(body, { indent: 2, column: 2, tail: 0 });
    return /[([{]$/m.test(below) ? line : `${head}\n  ${below}`;
  }

  private sweep(item: Sweep | Solve): string {
    const head = `${item.kind} ${item.name.name} = `;
    const written = writtenClauses(item.clauses);
    const first = written[0];
    if (!first) return this.headed(head, item.base);
    const { end } = item.base.span;
    const line = [head + printExpr(item.base), ...written.map(printClause)].join(" ");
    const parts = [item.base, ...written.flatMap(valuesOf)];
    const begunBroken =
      this.book.newlines(end, first.span.start) > 0 || this.book.any({ start: end, end: item.span.end });
    if (!begunBroken && line.length <= WIDTH && !parts.some((part) => this.layout.mustBreak(part)))
      return line;

    let start = end;
    let above = this.headed(head, item.base);
    const behind = this.book.within(start, first.span.start)[0];
    if (behind && this.book.newlines(start, behind.span.start) === 0) {
      above += `  ${this.book.print(behind, false)}`;
      start = behind.span.end;
    }
    const clauses = written.map((clause) => this.clause(clause));
    return [above, ...sequence(clauses, this.book, start, item.span.end, 2)].join("\n");
  }

  private clause(clause: WrittenClause): Piece {
    const values = valuesOf(clause);
    const head = clauseHead(clause);
    return {
      span: clause.span,
      keeps: values.flatMap((value) => this.layout.keeps(value)),
      print: (indent) => {
        let text = head;
        for (const [i, value] of values.entries()) {
          const tail = i < values.length - 1 ? separatorOf(clause).trimEnd() : "";
          const column = indent + text.length - (text.lastIndexOf("\n") + 1);
          const gap = i > 0 ? " " : "";
          text += `${gap}${this.layout.print(value, { indent, column, tail: tail.length })}${tail}`;
        }
        return text;
      },
    };
  }

  private show(item: Show): string {
    const plain = item.items.every(
      (shown) => !this.layout.mustBreak(shown.value) && !this.breaks(shown.columnsSpan, shown.columns),
    );
    const line = `show ${item.items.map((shown) => this.flatShown(shown)).join(", ")}`;
    if (plain && line.length <= WIDTH) return line;
    // Each item gets a line of its own only where several items would make one line too long.
    const indent = item.items.length > 1 ? 2 : 0;
    const printed = item.items.map((shown, i) => {
      const column = i === 0 ? 5 : indent;
      const value = this.layout.print(shown.value, { indent, column, tail: shown.columns ? 2 : 1 });
      if (!shown.columns || !shown.columnsSpan) return value;
      const flat = this.flatShown(shown);
      if (!value.includes("\n") && !this.breaks(shown.columnsSpan, shown.columns)) {
        if (column + flat.length < WIDTH) return flat;
      }
      const pieces = shown.columns.map((c) => this.column(c));
      return `${value} ${this.layout.block("{", "}", pieces, shown.columnsSpan, indent)}`;
    });
    return `show ${printed.join(`,\n${pad(indent)}`)}`;
  }

  private breaks(span: Span | undefined, columns: readonly Column[] | undefined): boolean {
    if (!span || !columns) return false;
    const first = columns[0]?.name?.span.start ?? columns[0]?.value.span.start;
    return this.layout.begunBroken(span, first) || columns.some((c) => this.layout.mustBreak(c.value));
  }

  private flatShown(shown: Show["items"][number]): string {
    if (!shown.columns) return printExpr(shown.value);
    const columns = shown.columns.map(flatColumn);
    return `${printExpr(shown.value)} ${columns.length === 0 ? "{}" : `{ ${columns.join(", ")} }`}`;
  }

  private column(column: Column): Piece {
    const head = column.name ? `${column.name.name} = ` : "";
    return {
      span: { start: column.name?.span.start ?? column.value.span.start, end: column.value.span.end },
      keeps: this.layout.keeps(column.value),
      print: (indent) =>
        head + this.layout.print(column.value, { indent, column: indent + head.length, tail: 0 }),
    };
  }

  /** A verb and its expressions on one line, or one expression a line where they are too long. */
  private listed(verb: string, items: readonly Expr[]): string {
    const flat = verb + items.map(printExpr).join(", ");
    const oneLine = !items.some((e) => this.layout.mustBreak(e)) && flat.length + 2 <= WIDTH;
    if (oneLine) return flat;
    const indent = items.length === 1 ? 0 : 2;
    const printed = items.map((e, i) =>
      this.layout.print(e, { indent, column: i === 0 ? verb.length : indent, tail: 2 }),
    );
    return verb + printed.join(`,\n${pad(indent)}`);
  }

  private plot(item: Plot): string {
    const head = this.listed("plot ", item.items);
    if (!item.options) return head;
    const indent = head.includes("\n") && item.items.length > 1 ? 2 : 0;
    const column = head.length - (head.lastIndexOf("\n") + 1) + 1;
    return `${head} ${this.layout.print(item.options, { indent, column, tail: 0 })}`;
  }

  private expect(item: Expect): string {
    const head = `expect${citing(item)}${within(item)}`;
    const only = item.checks[0];
    if (!item.blockSpan) return only ? this.check(only, `${head} `, 0) : head;
    const flat = item.checks.length === 0 ? "{}" : `{ ${item.checks.map(flatCheck).join(", ")} }`;
    const broken =
      this.layout.begunBroken(item.blockSpan, only?.span.start) ||
      item.checks.some((check) => this.layout.mustBreak(check.condition));
    if (!broken && head.length + 1 + flat.length <= WIDTH) return `${head} ${flat}`;
    const pieces = item.checks.map(
      (check): Piece => ({
        span: check.span,
        keeps: this.layout.keeps(check.condition),
        print: (indent) => this.check(check, "", indent),
      }),
    );
    return `${head} ${this.layout.block("{", "}", pieces, item.blockSpan, 0)}`;
  }

  private check(check: Check, head: string, indent: number): string {
    const tail = within(check) + citing(check);
    const column = indent + head.length;
    const text = head + this.layout.print(check.condition, { indent, column, tail: tail.length }) + tail;
    const hint = hinting(check);
    if (hint === "") return text;
    // A hint is a long sentence, so it moves to its own line before the condition is split over lines.
    const fits = !text.includes("\n") && indent + text.length + 1 + hint.length <= WIDTH;
    return fits ? `${text} ${hint}` : `${text}\n${pad(indent + 2)}${hint}`;
  }
}

/** Clause as it is written: the limits of a `within` are one clause, and a condition each in the syntax tree. */
type WrittenClause =
  | Clause
  | { readonly kind: "within"; readonly span: Span; readonly limits: readonly Expr[] };

function writtenClauses(clauses: readonly Clause[]): readonly WrittenClause[] {
  const written: WrittenClause[] = [];
  for (const clause of clauses) {
    const last = written.at(-1);
    if (clause.kind !== "where" || !clause.budget) written.push(clause);
    else if (last?.kind === "within") {
      const span = { start: last.span.start, end: clause.span.end };
      written[written.length - 1] = { ...last, span, limits: [...last.limits, clause.budget] };
    } else written.push({ kind: "within", span: clause.span, limits: [clause.budget] });
  }
  return written;
}

/** Text between two values of a clause. */
const separatorOf = (clause: WrittenClause): string => (clause.kind === "for" ? " .. " : ", ");

function valuesOf(clause: WrittenClause): readonly Expr[] {
  switch (clause.kind) {
    case "within":
      return clause.limits;
    case "for":
      return clause.to ? [clause.in, clause.to] : [clause.in];
    case "where":
      return [clause.condition];
    case "derive":
      return [clause.value];
    case "minimize":
    case "maximize":
      return [clause.objective];
    case "pareto":
      return clause.objectives;
    case "keep":
    case "scaling":
      return [];
  }
}

function clauseHead(clause: WrittenClause): string {
  switch (clause.kind) {
    case "within":
      return "within ";
    case "for": {
      const paths = clause.paths.map(printPath).join(", ");
      return `for ${clause.paths.length === 1 ? paths : `(${paths})`} in `;
    }
    case "where":
      return "where ";
    case "derive":
      return `derive ${clause.name.name} = `;
    case "scaling":
      return `scaling ${clause.how.name}`;
    case "minimize":
    case "maximize":
    case "pareto":
      return `${clause.kind} `;
    case "keep": {
      const per = clause.per.map(printPath).join(", ");
      return per === "" ? `keep ${clause.count}` : `keep ${clause.count} per ${per}`;
    }
  }
}

function printClause(clause: WrittenClause): string {
  return clauseHead(clause) + valuesOf(clause).map(printExpr).join(separatorOf(clause));
}

function flatColumn(column: Column): string {
  return (column.name ? `${column.name.name} = ` : "") + printExpr(column.value);
}

function flatCheck(check: Check): string {
  return [printExpr(check.condition) + within(check) + citing(check), hinting(check)].join(" ").trimEnd();
}
