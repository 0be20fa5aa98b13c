import type { Argument, BinaryExpr, Expr, RecordField, Span } from "../../ast/ast.ts";
import { binding } from "../grammar/climb.ts";
import type { CommentBook } from "./commentBook.ts";
import { printArgument, printExpr, printField, printPath, printText, printUnit } from "./printExpr.ts";
import { type Piece, pad, sequence } from "./sequence.ts";
import { childrenOf } from "./walk.ts";

export const WIDTH = 100;

/**
 * Position at which an expression is printed: the indent of its line, its first column, and the width of the text that
 * follows on its last line.
 */
export interface Spot {
  readonly indent: number;
  readonly column: number;
  readonly tail: number;
}

const lastLine = (text: string) => text.length - (text.lastIndexOf("\n") + 1);

/**
 * Formats expressions. An expression that fits on one line and was written so stays on one line; otherwise each part
 * gets a line.
 */
export class Layout {
  private readonly book: CommentBook;
  private readonly broken = new Map<Expr, boolean>();

  constructor(book: CommentBook) {
    this.book = book;
  }

  /**
   * Spans of the outermost brackets of records, lists and calls in an expression. Comments inside these brackets stay
   * there.
   */
  keeps(expr: Expr): readonly Span[] {
    const own = bracketsOf(expr);
    return own ? [own] : childrenOf(expr).flatMap((child) => this.keeps(child));
  }

  /**
   * True where brackets must extend over several lines: a new line follows the opening bracket in the program, or the
   * brackets contain a comment.
   */
  begunBroken(brackets: Span, first: number | undefined): boolean {
    if (this.book.any(brackets)) return true;
    return first !== undefined && this.book.newlines(brackets.start, first) > 0;
  }

  mustBreak(expr: Expr): boolean {
    const known = this.broken.get(expr);
    if (known !== undefined) return known;
    const own = bracketsOf(expr);
    const answer =
      (own !== null && this.begunBroken(own, firstIn(expr))) ||
      childrenOf(expr).some((child) => this.mustBreak(child));
    this.broken.set(expr, answer);
    return answer;
  }

  print(expr: Expr, spot: Spot): string {
    const { indent, column, tail } = spot;
    if (!this.mustBreak(expr)) {
      const line = printExpr(expr);
      if (column + line.length + tail <= WIDTH) return line;
    }
    switch (expr.kind) {
      case "record":
        return this.block(
          "{",
          "}",
          expr.fields.map((f) => this.field(f)),
          expr.span,
          indent,
        );
      case "list":
        if (expr.items.every(isAtom) && !this.book.any(expr.span)) return this.filled(expr.items, indent);
        return this.block(
          "[",
          "]",
          expr.items.map((i) => this.item(i)),
          expr.span,
          indent,
        );
      case "call": {
        const brackets = { start: expr.callee.span.end, end: expr.span.end };
        const { name } = expr.callee;
        return this.block(
          `${name}(`,
          ")",
          expr.args.map((a) => this.argument(a)),
          brackets,
          indent,
        );
      }
      case "paren": {
        const inner = this.print(expr.inner, { indent, column: column + 1, tail: tail + 1 });
        return `(${inner})`;
      }
      case "member": {
        const { name } = expr.member;
        return `${this.print(expr.object, { ...spot, tail: tail + name.length + 1 })}.${name}`;
      }
      case "unary": {
        const op = expr.op === "-" ? "-" : "not ";
        return op + this.print(expr.operand, { ...spot, column: column + op.length });
      }
      case "as": {
        const as = ` as ${printUnit(expr.unit)}`;
        return this.print(expr.value, { ...spot, tail: tail + as.length }) + as;
      }
      case "if": {
        const inner = { indent: indent + 2, column: indent + 7, tail: 0 };
        const condition = this.print(expr.condition, { indent, column: column + 3, tail: 0 });
        const yes = this.print(expr.yes, inner);
        const no = this.print(expr.no, { ...inner, tail });
        return `if ${condition}\n${pad(indent + 2)}then ${yes}\n${pad(indent + 2)}else ${no}`;
      }
      case "binary":
        return this.chain(expr, spot);
      case "error":
        return this.book.text.slice(expr.span.start, expr.span.end);
      default:
        return printExpr(expr);
    }
  }

  /** Text of a list of numbers or words over several lines, with as many items per line as fit. */
  private filled(items: readonly Expr[], indent: number): string {
    const lines: string[] = [];
    let line = "";
    items.forEach((item, i) => {
      const text = printExpr(item) + (i < items.length - 1 ? "," : "");
      if (line !== "" && indent + 2 + line.length + 1 + text.length > WIDTH) {
        lines.push(line);
        line = "";
      }
      line += line === "" ? text : ` ${text}`;
    });
    lines.push(line);
    return `[\n${lines.map((l) => pad(indent + 2) + l).join("\n")}\n${pad(indent)}]`;
  }

  /** Text of brackets that extend over several lines, with one item per line. */
  block(open: string, close: string, pieces: readonly Piece[], brackets: Span, indent: number): string {
    let start = brackets.start + 1;
    const end = brackets.end - 1;
    // A comment directly after the opening bracket stays on the bracket's line.
    const behind = this.book.within(start, pieces[0]?.span.start ?? end)[0];
    let head = open;
    if (behind && this.book.newlines(start, behind.span.start) === 0) {
      head = `${open}  ${this.book.print(behind, false)}`;
      start = behind.span.end;
    }
    const lines = sequence(pieces, this.book, start, end, indent + 2);
    return lines.length === 0 && head === open
      ? open + close
      : [head, ...lines, pad(indent) + close].join("\n");
  }

  field(field: RecordField): Piece {
    const cite = field.cite ? ` cite ${printText(field.cite.text)}` : "";
    const head = `${printPath(field.path)} = `;
    return {
      span: field.span,
      keeps: this.keeps(field.value),
      print: (indent) =>
        this.mustBreak(field.value) || indent + printField(field).length > WIDTH
          ? head + this.print(field.value, { indent, column: indent + head.length, tail: cite.length }) + cite
          : printField(field),
    };
  }

  item(expr: Expr): Piece {
    return {
      span: expr.span,
      keeps: this.keeps(expr),
      print: (indent) => this.print(expr, { indent, column: indent, tail: 0 }),
    };
  }

  private argument(arg: Argument): Piece {
    const head = arg.name ? `${arg.name.name} = ` : "";
    return {
      span: arg.span,
      keeps: this.keeps(arg.value),
      print: (indent) =>
        this.mustBreak(arg.value) || indent + printArgument(arg).length > WIDTH
          ? head + this.print(arg.value, { indent, column: indent + head.length, tail: 0 })
          : printArgument(arg),
    };
  }

  /**
   * Text of a chain of operators with equal binding power. The chain is on one line if brackets in its operands take
   * the line breaks, else each operand gets a line. This is decided before printing, because trying both ways would
   * double the work at every level.
   */
  private chain(expr: BinaryExpr, spot: Spot): string {
    const operands: Expr[] = [];
    const ops: string[] = [];
    const power = binding[expr.op];
    let left: Expr = expr;
    while (left.kind === "binary" && binding[left.op] === power) {
      operands.unshift(left.right);
      ops.unshift(left.op);
      left = left.left;
    }
    operands.unshift(left);

    if (power === binding.with || this.breaksInside(operands, ops, spot)) {
      let joined = "";
      operands.forEach((operand, i) => {
        if (i > 0) joined += ` ${ops[i - 1] ?? ""} `;
        const column = joined.includes("\n") ? lastLine(joined) : spot.column + joined.length;
        const tail = i === operands.length - 1 ? spot.tail : (ops[i]?.length ?? 0) + 3;
        joined += this.print(operand, { indent: spot.indent, column, tail });
      });
      return joined;
    }
    const indent = spot.indent + 2;
    return operands
      .map((operand, i) => {
        const op = i === 0 ? "" : `${pad(indent)}${ops[i - 1] ?? ""} `;
        const column = i === 0 ? spot.column : op.length;
        const tail = i === operands.length - 1 ? spot.tail : 0;
        return op + this.print(operand, { indent: i === 0 ? spot.indent : indent, column, tail });
      })
      .join("\n");
  }

  /** True where line breaks inside the operands' brackets are enough: everything outside them fits on one line. */
  private breaksInside(operands: readonly Expr[], ops: readonly string[], spot: Spot): boolean {
    // Brackets that are too long for a line of their own get line breaks. They count as broken from the start, so that
    // the text stays as it is when it is formatted again.
    const tooLong = (operand: Expr, i: number): boolean => {
      if (firstIn(unwrapped(operand)) === undefined) return false;
      const column = i === 0 ? spot.column : spot.indent + 3 + (ops[i - 1]?.length ?? 0);
      const tail = i === operands.length - 1 ? spot.tail : 0;
      return column + printExpr(operand).length + tail > WIDTH;
    };
    const flat = operands.filter((operand, i) => !this.mustBreak(operand) && !tooLong(operand, i));
    if (flat.length === operands.length) return false;
    const width = flat.reduce((sum, operand) => sum + printExpr(operand).length + 3, 0);
    return spot.column + width <= WIDTH;
  }
}

function isAtom(expr: Expr): boolean {
  return expr.kind === "unary"
    ? isAtom(expr.operand)
    : childrenOf(expr).length === 0 && expr.kind !== "error";
}

/** The expression inside round brackets, signs, members and units, and what a `with` changes: its record, or what it copies. */
function unwrapped(expr: Expr): Expr {
  switch (expr.kind) {
    case "binary": {
      if (expr.op !== "with") return expr;
      const changes = unwrapped(expr.right);
      return firstIn(changes) === undefined ? unwrapped(expr.left) : changes;
    }
    case "paren":
      return unwrapped(expr.inner);
    case "member":
      return unwrapped(expr.object);
    case "unary":
      return unwrapped(expr.operand);
    case "as":
      return unwrapped(expr.value);
    default:
      return expr;
  }
}

function bracketsOf(expr: Expr): Span | null {
  switch (expr.kind) {
    case "record":
    case "list":
      return expr.span;
    case "call":
      return { start: expr.callee.span.end, end: expr.span.end };
    default:
      return null;
  }
}

function firstIn(expr: Expr): number | undefined {
  switch (expr.kind) {
    case "record":
      return expr.fields[0]?.span.start;
    case "list":
      return expr.items[0]?.span.start;
    case "call":
      return expr.args[0]?.span.start;
    default:
      return undefined;
  }
}
