import { compare, isMismatch } from "../../units/index.ts";
import type { Sweep } from "../ast.ts";
import { aimsOf, keepOf } from "./aims.ts";
import { counted, plainNumber } from "./arithmetic.ts";
import type { Context } from "./context.ts";
import { evaluate, placeOf } from "./evaluate.ts";
import { dimensionMismatch, wrongType } from "./problem.ts";
import { addColumn, rowScope } from "./row.ts";
import type { Scope } from "./scope.ts";
import { type Poison, poison, type Quantity, type Row } from "./value.ts";

/**
 * Best first; ties keep written order. Of several aims the front, the best in the first aim first. A sweep without an aim
 * keeps its order. `large`: estimates are not kept.
 */
export function rank(
  context: Context,
  statement: Sweep,
  rows: readonly Row[],
  scope: Scope,
  large: boolean,
): readonly Row[] | Poison {
  const aims = aimsOf(statement);
  const count = keepOf(statement)?.count ?? rows.length;
  if (aims.length === 0 && statement.kind === "sweep") return rows.slice(0, count);
  const scored: { readonly row: Row; readonly scores: readonly Quantity[] }[] = [];
  const stops = context.stopsRows();
  for (const row of rows) {
    if (stops()) break;
    context.progress(scored.length + 1, rows.length, `${statement.name.name}: ranking`);
    const scores = scoresOf(context, statement, row, scope, scored[0]?.scores);
    if ("kind" in scores) return scores;
    scored.push({ row, scores });
    if (large) context.outputs.release(row.scenario);
  }
  const signed = scored.map(({ scores }) => scores.map(({ value }, i) => (aims[i]?.sign ?? 1) * value));
  const order = aims.length > 1 ? context.outputs.front(signed) : byFirst(signed);
  const ranked = order.flatMap((at) => scored[at]?.row ?? []);
  for (const [at, row] of ranked.entries()) addColumn(row, "rank", plainNumber(at + 1));
  return ranked.slice(0, count);
}

function byFirst(scores: readonly (readonly number[])[]): readonly number[] {
  return scores.map((_, at) => at).sort((a, b) => (scores[a]?.[0] ?? 0) - (scores[b]?.[0] ?? 0));
}

/** A row's values of the aims, in the dimensions of the first row's. */
function scoresOf(
  context: Context,
  statement: Sweep,
  row: Row,
  scope: Scope,
  first: readonly Quantity[] | undefined,
): readonly Quantity[] | Poison {
  const inner = rowScope(row, scope);
  const aims = aimsOf(statement);
  if (aims.length === 0) {
    const seconds = inner.find(context, "step_time") ?? poison();
    return seconds.kind === "quantity" ? [seconds] : seconds.kind === "poison" ? seconds : poison();
  }
  const scores: Quantity[] = [];
  for (const [i, { expr }] of aims.entries()) {
    const score = counted(evaluate(context, expr, inner, null));
    if (score.kind === "poison") return score;
    if (score.kind !== "quantity") return wrongType("an objective", "a number", score, placeOf(expr, scope));
    const order = first?.[i] ? compare(score, first[i]) : 0;
    if (isMismatch(order))
      return poison(dimensionMismatch("<", order.mismatch, placeOf(statement.base, scope)));
    scores.push(score);
  }
  return scores;
}
