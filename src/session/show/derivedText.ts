import type { Expr } from "../../dsl/ast/ast.ts";
import {
  type Context,
  resultPath,
  type ScenarioValue,
  type Scope,
  wholeText,
} from "../../dsl/evaluate/index.ts";
import { isExplained } from "./explainable.ts";

/** Expression with the scope that it is written in. */
export interface Written {
  readonly expr: Expr;
  readonly scope: Scope;
}

/** Surroundings of a column's expression. */
export interface ColumnScope {
  readonly context: Context;
  /** Scope in which the made expression will be evaluated. */
  readonly reader: Scope;
  /** Expression of a derived column; null for a column that has none, such as `rank`. Undefined for other names. */
  derivation(name: string): Written | null | undefined;
  /** Scenario of a row, whose results have names. */
  readonly about: ScenarioValue | undefined;
}

/** Part of a text: written out, or a path below the row's scenario. */
type Piece = string | { readonly path: string };

/**
 * Expression of a table's column on a row, by the expression `of` of the row's scenario: `step_time * 2` becomes
 * `(base with { plan.tp = 4 }).step_time * 2`. Derived columns are replaced by what they are derived from. Null for a column that
 * reads no result or field of its row, other rows (`first(step_time)`), or names that mean something else to the reader.
 */
export function derivedText(column: Written, around: ColumnScope): ((of: string) => string) | null {
  let { expr } = column;
  while (expr.kind === "paren" || expr.kind === "as") expr = expr.kind === "as" ? expr.value : expr.inner;
  const pieces = piecesOf({ expr, scope: column.scope }, around, new Set());
  if (!pieces?.some((piece) => typeof piece !== "string")) return null;
  return (of) => pieces.map((piece) => (typeof piece === "string" ? piece : `${of}.${piece.path}`)).join("");
}

function piecesOf(
  written: Written,
  around: ColumnScope,
  within: ReadonlySet<string>,
): readonly Piece[] | null {
  const { expr, scope } = written;
  const path = resultPath(expr);
  if (path !== null) return pathPieces(path, written, around, within);
  const parts = partsOf(expr);
  if (parts === null) return null;
  const pieces: Piece[] = [];
  const { text } = scope.source;
  let at = expr.span.start;
  for (const part of parts) {
    const inner = piecesOf({ expr: part, scope }, around, within);
    if (inner === null) return null;
    pieces.push(text.slice(at, part.span.start), ...inner);
    at = part.span.end;
  }
  pieces.push(text.slice(at, expr.span.end));
  return pieces.map((piece) => (typeof piece === "string" ? piece.replace(/\s+/g, " ") : piece));
}

function pathPieces(
  path: string,
  { expr, scope }: Written,
  around: ColumnScope,
  within: ReadonlySet<string>,
): readonly Piece[] | null {
  const { context, reader, about } = around;
  const [name = ""] = path.split(".");
  const derived = around.derivation(name);
  if (derived === null) return null;
  if (derived !== undefined) {
    if (name !== path || within.has(name)) return null;
    const inner = piecesOf(derived, around, new Set([...within, name]));
    return inner && ["(", ...inner, ")"];
  }
  if (isExplained(context, path, about)) return [{ path }];
  const value = scope.find(context, name);
  return value !== undefined && value === reader.find(context, name) ? [wholeText(expr, scope)] : null;
}

/** Expressions that stand in an expression, in the order of the text; null for one that does not only compute with its row. */
function partsOf(expr: Expr): readonly Expr[] | null {
  switch (expr.kind) {
    case "number":
    case "string":
    case "boolean":
    case "none":
      return [];
    case "paren":
      return [expr.inner];
    case "as":
      return [expr.value];
    case "unary":
      return [expr.operand];
    case "binary":
      return expr.op === "with" || expr.op === "on" ? null : [expr.left, expr.right];
    case "if":
      return [expr.condition, expr.yes, expr.no];
    default:
      return null;
  }
}
