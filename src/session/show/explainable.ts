import type { Expr } from "../../dsl/ast/ast.ts";
import {
  asScenario,
  type Context,
  namesRead,
  type ScenarioValue,
  type Scope,
  type Value,
  wholeText,
} from "../../dsl/evaluate/index.ts";
import type { Block, Cell, Document, Table, Why } from "../../report/index.ts";
import { groupOf } from "../answers/groups.ts";

/** Number of characters up to which an expression is carried along with the numbers that it explains. */
export const LONGEST = 1_000;

/** Expression as a text that means the same in another statement; null for one that is too long, or has a comment in it. */
export function askableText(expr: Expr, scope: Scope): string | null {
  const inner = expr.kind === "paren" ? expr.inner : expr;
  if (inner.kind === "as") return askableText(inner.value, scope);
  const text = wholeText(inner, scope);
  return text.includes("#") || text.length > LONGEST ? null : text;
}

/** Text of an expression before `.path`. */
export const asObject = (text: string): string => (/^[\w.]+$/.test(text) ? text : `(${text})`);

/**
 * Expression below which the paths of a shown value's numbers stand: `base` for the scenario `base` and for its result
 * `base.memory`; for a plain value its own expression. Null where the program has no such expression, or it reads no names.
 */
export function objectOf(expr: Expr, value: Value, scope: Scope): string | null {
  const text = askableText(expr, scope);
  if (text === null) return null;
  if (asScenario(value)) return asObject(text);
  if (value.kind !== "result") return namesRead(expr).size > 0 ? text : null;
  const end = `.${value.path}`;
  return value.scenario && text.endsWith(end) ? text.slice(0, -end.length) : null;
}

/**
 * Document whose numbers can be explained as results of the expression `of`, as far as `explain` knows their paths. A queue and a run
 * of phases (`about`) have paths of their own.
 */
export function explainable(
  context: Context,
  document: Document,
  of: string | null,
  about?: ScenarioValue,
): Document {
  const whyOf = (why: Why): Why | undefined => {
    const made = why.of !== undefined ? why : of === null ? undefined : { ...why, of };
    return made && (made.path === "" || isExplained(context, made.path, about)) ? made : undefined;
  };
  const cellOf = (cell: Cell): Cell => {
    if (!cell.why) return cell;
    const { why: given, ...rest } = cell;
    const why = whyOf(given);
    return why ? { ...rest, why } : rest;
  };
  const rowsOf = ({ rows }: Table): Table["rows"] => ({
    length: rows.length,
    at: (index) => rows.at(index)?.map(cellOf),
    *[Symbol.iterator]() {
      for (const row of rows) yield row.map(cellOf);
    },
  });
  const blockOf = (block: Block): Block => {
    if (block.kind === "table")
      return Array.isArray(block.rows)
        ? { ...block, rows: block.rows.map((row) => row.map(cellOf)) }
        : { ...block, rows: rowsOf(block) };
    if (block.kind !== "paragraph" || !block.value) return block;
    const { value, ...rest } = block;
    const why = whyOf(value.why);
    return why ? { ...rest, value: { ...value, why } } : rest;
  };
  return { ...document, blocks: document.blocks.map(blockOf) };
}

/** True for the path of a field below a scenario: `plan.tp`. */
export const isField = (path: string): boolean => /^(model|cluster|plan|queue)\./.test(path);

/** True where `explain` knows a path below the expression of `about`: a result, or a field of a scenario to train. */
export const isExplained = ({ outputs }: Context, path: string, about: ScenarioValue | undefined): boolean =>
  outputs.has(path, about) || (isField(path) && !(about && groupOf(about)));

/** Expression of an item of a list that is written out; null for another list. */
export function itemOf(expr: Expr, at: number, count: number): Expr | null {
  if (expr.kind === "paren") return itemOf(expr.inner, at, count);
  return expr.kind === "list" && expr.items.length === count ? (expr.items[at] ?? null) : null;
}
