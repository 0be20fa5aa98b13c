import { compare, isMismatch } from "../../../units/index.ts";
import type { Sweep } from "../../ast/ast.ts";
import { counted, plainNumber } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf } from "../expressions/exprText.ts";
import { dimensionMismatch, wrongType } from "../expressions/problem.ts";
import { expressionMemoIn, rowScope, withColumn } from "../expressions/row.ts";
import type { Context } from "../values/context.ts";
import { type Listing, picked } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import { type Poison, poison, type Quantity, type Row } from "../values/value.ts";
import { aimsOf, keepOf } from "./aims.ts";

/**
 * Result of ranking a table. `rows` are the rows in written order, with a column `rank`. `order` lists the indices of
 * the rows to show, best first.
 */
interface Ranking {
  readonly rows: Listing<Row>;
  readonly order: ArrayLike<number>;
}

/** Ranks the rows of a statement and returns those to show, best first. */
export function rank(
  context: Context,
  statement: Sweep,
  rows: Listing<Row>,
  scope: Scope,
  large: boolean,
): Listing<Row> | Poison {
  const found = ranking(context, statement, rows, scope, large);
  return "kind" in found ? found : picked(found.rows, found.order);
}

/**
 * Ranks rows by the statement's objective, best first; rows with equal values stay in written order. With several
 * objectives, only the rows of the Pareto front get a rank, ordered by the first objective. A search without an
 * objective ranks by step time. A sweep without an objective stays in written order. With `large`, estimates are
 * dropped after use to save memory.
 */
export function ranking(
  context: Context,
  statement: Sweep,
  rows: Listing<Row>,
  scope: Scope,
  large: boolean,
): Ranking | Poison {
  const aims = aimsOf(statement);
  const count = keepOf(statement)?.count ?? rows.length;
  if (aims.length === 0 && statement.kind === "sweep")
    return { rows, order: inOrder(Math.min(count, rows.length)) };
  const signs = aims.length === 0 ? [1] : aims.map(({ sign }) => sign);
  const signed = signs.map(() => new Float64Array(rows.length));
  let first: readonly Quantity[] | undefined;
  let done = 0;
  const stops = context.stopsRows();
  const memo = expressionMemoIn(scope);
  for (const row of rows) {
    if (stops()) break;
    context.progress(done + 1, rows.length, `${statement.name.name}: ranking`);
    const scores = scoresOf(context, statement, rowScope(row, scope, memo), first);
    if ("kind" in scores) return scores;
    first ??= scores;
    for (const [i, { value }] of scores.entries()) signed[i]?.fill((signs[i] ?? 1) * value, done, done + 1);
    done++;
    if (large) context.outputs.release(row.scenario);
  }
  const order =
    signed.length > 1
      ? context.outputs.front(Array.from({ length: done }, (_, at) => signed.map((one) => one[at] ?? 0)))
      : byFirst((signed[0] ?? new Float64Array()).subarray(0, done));
  const ranks = new Int32Array(rows.length);
  for (let at = 0; at < order.length; at++) ranks[order[at] ?? 0] = at + 1;
  const ranked = withColumn(rows, "rank", (at) => (ranks[at] ? plainNumber(ranks[at]) : null));
  return { rows: ranked, order: order.slice(0, count) };
}

/** Array of the indices 0, 1, 2, … below `count`. `Int32Array.from` would allocate an object for each. */
function inOrder(count: number): Int32Array {
  const order = new Int32Array(count);
  for (let at = 0; at < count; at++) order[at] = at;
  return order;
}

function byFirst(scores: Float64Array): Int32Array {
  return inOrder(scores.length).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0) || a - b);
}

/**
 * Evaluates the statement's objectives on one row. `first` has the values of the first row; a value of another
 * dimension is an error.
 */
function scoresOf(
  context: Context,
  statement: Sweep,
  inner: Scope,
  first: readonly Quantity[] | undefined,
): readonly Quantity[] | Poison {
  const aims = aimsOf(statement);
  if (aims.length === 0) {
    const seconds = inner.find(context, "step_time") ?? poison();
    return seconds.kind === "quantity" ? [seconds] : seconds.kind === "poison" ? seconds : poison();
  }
  const scores: Quantity[] = [];
  for (const [i, { expr }] of aims.entries()) {
    const score = counted(evaluate(context, expr, inner, null));
    if (score.kind === "poison") return score;
    if (score.kind !== "quantity") return wrongType("an objective", "a number", score, placeOf(expr, inner));
    const order = first?.[i] ? compare(score, first[i]) : 0;
    if (isMismatch(order))
      return poison(dimensionMismatch("<", order.mismatch, placeOf(statement.base, inner)));
    scores.push(score);
  }
  return scores;
}
