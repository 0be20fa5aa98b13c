import type { Expr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/index.ts";
import type { Scope } from "../values/scope.ts";

/** Place of an expression in the source text of its scope. */
export function placeOf(expr: Expr, scope: Scope): Place {
  return { source: scope.source, span: expr.span };
}

/** Text of an expression on one line, cut to 70 characters. It names the expression in messages and above results. */
export function textOf(expr: Expr, scope: Scope): string {
  const text = wholeText(expr, scope);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/**
 * Text of a condition on one line, of at most 70 characters. A longer text is cut in the middle, because its end says which
 * value is asked for.
 */
export function middleCutText(expr: Expr, scope: Scope): string {
  const text = wholeText(expr, scope);
  return text.length > LONGEST ? `${cutStart(text)} … ${cutEnd(text)}` : text;
}

/** Text of an expression on one line, however long. */
export const wholeText = ({ span }: Expr, { source }: Scope): string =>
  source.text.slice(span.start, span.end).replace(/\s+/g, " ").trim();

const LONGEST = 70;
/** Characters that each side of a cut text keeps at most. */
const [START, END] = [27, 40];

/** First words of a long text. A word is cut where it alone is too long. */
const cutStart = (text: string): string =>
  /^.*(?= )/.exec(text.slice(0, START + 1))?.[0] ?? text.slice(0, START);

/** Last words of a long text. */
const cutEnd = (text: string): string => /(?<= ).*$/.exec(text.slice(-END - 1))?.[0] ?? text.slice(-END);
