import { type IToken, tokenMatcher } from "chevrotain";
import type { BinaryOp, Expr, UnaryExpr } from "../../ast/ast.ts";
import { endOf } from "../tokens/balance.ts";
import type { Issue } from "../tokens/issue.ts";
import { foreignSpellings, Prefix, UnitToken, W } from "../tokens/tokens.ts";

/**
 * Binding power of the operators: an operator with a larger number takes its operands first. `-x ^ 2` is `-(x ^ 2)`, as
 * in mathematics, because unary minus is between `*` and `^`. `as` and the comparisons do not chain: `a < b < c` is an
 * error.
 */
export const binding: Readonly<Record<BinaryOp | "as" | "not" | "neg", number>> = {
  on: 1,
  with: 1,
  or: 2,
  and: 3,
  not: 4,
  "==": 5,
  "!=": 5,
  "<": 5,
  "<=": 5,
  ">": 5,
  ">=": 5,
  "~=": 5,
  in: 5,
  as: 6,
  "+": 7,
  "-": 7,
  "*": 8,
  "/": 8,
  neg: 9,
  "^": 10,
};

/** Part of an expression before its tree is built: an operand, an operator, `as`, or the unit after `as`. */
export type Part = Expr | IToken;

function isToken(part: Part | undefined): part is IToken {
  return part !== undefined && "tokenType" in part;
}

function operator(token: IToken): BinaryOp | "as" {
  if (token.tokenType === W.as) return "as";
  return (foreignSpellings.get(token.image) ?? token.image) as BinaryOp;
}

/**
 * Builds the tree of an expression from its parts in written order, by precedence climbing. `report` receives the
 * errors.
 */
export function climb(parts: readonly Part[], report: (issue: Issue) => void): Expr {
  let at = 0;

  function operand(): Expr {
    const prefixes: IToken[] = [];
    for (let part = parts[at]; isToken(part) && tokenMatcher(part, Prefix); part = parts[at]) {
      prefixes.push(part);
      at++;
    }
    const part = parts[at++];
    let expr: Expr =
      part === undefined || isToken(part) ? { kind: "error", span: { start: 0, end: 0 } } : part;
    for (let token = prefixes.pop(); token; token = prefixes.pop()) {
      const op: UnaryExpr["op"] = operator(token) === "-" ? "-" : "not";
      expr = rest(expr, op === "-" ? binding.neg : binding.not);
      expr = { kind: "unary", span: { start: token.startOffset, end: expr.span.end }, op, operand: expr };
    }
    return expr;
  }

  /** Joins the operand `start` with the following operators that have a binding power of at least `least`. */
  function rest(start: Expr, least: number): Expr {
    let left = start;
    // The next operator must not have a larger binding power than the left side allows: `x as GB * 2` needs brackets.
    let most = Number.POSITIVE_INFINITY;
    for (let token = parts[at]; isToken(token); token = parts[at]) {
      const op = operator(token);
      const power = binding[op];
      if (power < least) break;
      if (power > most) {
        report({
          code: "syntax",
          params: { expected: "the end of the expression", found: `\`${token.image}\`` },
          span: { start: token.startOffset, end: endOf(token) },
          help: "put the expression before it in brackets: `( … )`",
          related: [{ span: left.span, label: "this is one value" }],
        });
        most = Number.POSITIVE_INFINITY;
      }
      at++;
      if (op === "as") {
        const unit = parts[at++];
        const named = isToken(unit) && unit.tokenType === UnitToken;
        const unitSpan = named
          ? { start: unit.startOffset, end: endOf(unit) }
          : { start: endOf(token), end: endOf(token) };
        left = {
          kind: "as",
          span: { start: left.span.start, end: unitSpan.end },
          value: left,
          unit: named ? unit.image : "",
          unitSpan,
        };
        most = binding.as - 1;
        continue;
      }
      const right = rest(operand(), op === "^" ? power : power + 1);
      left = {
        kind: "binary",
        span: { start: left.span.start, end: Math.max(right.span.end, endOf(token)) },
        op,
        opSpan: { start: token.startOffset, end: endOf(token) },
        left,
        right,
      };
      most = power === binding["=="] ? power - 1 : power;
    }
    return left;
  }

  return rest(operand(), 0);
}
