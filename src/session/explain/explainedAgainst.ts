import type { Expr } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  describe,
  evaluate,
  groupIn,
  type Poison,
  poison,
  type ResultValue,
  type ScenarioValue,
  textOf,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { type Block, comparison, type Measure } from "../../report/index.ts";
import { type Causes, causesOf, MEASURES } from "../compare/causes.ts";
import { whyBlocks } from "../compare/whyBlocks.ts";
import { breakdownOf } from "../show/breakdownOf.ts";
import { placeIn, type Run } from "../verbs/run.ts";

/** Side of `explain a against b`: a scenario, with the path of its result where one is asked for. */
interface Side {
  readonly expr: Expr;
  readonly label: string;
  readonly scenario: ScenarioValue;
  readonly path: string | null;
}

/** Results whose differences are listed part by part where whole scenarios are explained. */
const WHOLE = ["time", "memory"] as const;
/** Breakdowns of results that are one number. */
const PARTS_OF: Readonly<Record<string, string>> = { step_time: "time", "memory.peak": "memory" };

/**
 * Explanation of `explain a against b`: which of the differing settings cause how much of the difference between two
 * scenarios, or between one result of both, and how each part of the result differs.
 */
export function explainedAgainst(
  run: Run,
  value: Expr,
  against: Expr,
):
  | { readonly kind: "against"; readonly blocks: readonly Block[]; readonly data: Omit<Causes, "blocks"> }
  | Poison {
  const [to, from] = [sideOf(run, value), sideOf(run, against)];
  if (to.kind === "poison") return to;
  if (from.kind === "poison") return from;
  if (to.side.path !== from.side.path) {
    const found = `\`${from.side.path ?? "a scenario"}\``;
    const params = { what: "`against`", wanted: `\`${to.side.path ?? "a scenario"}\` of another`, found };
    return poison(diagnostic("wrong-kind", params, placeIn(run, against)));
  }
  const place = placeIn(run, value);
  const { path } = to.side;
  const problems = [to.side, from.side].flatMap(
    ({ scenario, expr }) =>
      run.context.outputs.check(run.context, scenario, placeIn(run, expr))?.diagnostics ?? [],
  );
  if (problems.length > 0) return poison(...problems);
  const asked = path === null ? MEASURES : [measureOf(run, path, to.side)];
  const { blocks, ...data } = causesOf(run.context, from.side.scenario, to.side.scenario, asked, place);
  const parts = (path === null ? WHOLE : [PARTS_OF[path] ?? path]).flatMap((one) =>
    byPart(run, one, from.side, to.side),
  );
  return { kind: "against", blocks: [...whyBlocks(to.side.label, from.side.label, blocks), ...parts], data };
}

function sideOf(run: Run, expr: Expr): { readonly kind: "side"; readonly side: Side } | Poison {
  const value = evaluate(run.context, expr, run.scope, null);
  if (value.kind === "poison") return value;
  const label = textOf(expr, run.scope);
  if (value.kind === "scenario" && !groupIn(value))
    return { kind: "side", side: { expr, label, scenario: value, path: null } };
  const result = resultOf(value);
  if (result?.scenario && !groupIn(result.scenario))
    return { kind: "side", side: { expr, label, scenario: result.scenario, path: result.path } };
  const params = {
    what: "`explain .. against`",
    wanted: "scenarios, or one result of two",
    found: describe(value),
  };
  return poison(diagnostic("wrong-kind", params, placeIn(run, expr)));
}

const resultOf = (value: Value): ResultValue | null =>
  value.kind === "result" ? value : value.kind === "quantity" ? (value.result ?? null) : null;

/** Measure of a result by its path. A ratio such as MFU is printed in percent. */
function measureOf(run: Run, path: string, { label, scenario }: Side): Measure {
  const known = MEASURES.find(({ name }) => name === path);
  if (known) return known;
  const read = run.context.outputs.read(
    run.context,
    { kind: "result", path, scenario, record: null },
    { source: run.scope.source, span: { start: 0, end: 0 } },
  );
  const base = read.kind === "quantity" ? read.dimension.key : (run.context.outputs.unit(path) ?? "1");
  return { name: path, expr: path, base, label, ...(base === "1" ? { ratio: true as const } : {}) };
}

/** Table of a result's parts in both scenarios; empty for a result without parts. */
function byPart(run: Run, path: string, from: Side, to: Side): readonly Block[] {
  const trees = [from, to].map(({ scenario, expr, label }) => ({
    label,
    tree: breakdownOf(run.context, { kind: "result", path, scenario, record: null }, placeIn(run, expr)),
  }));
  const found = trees.flatMap(({ label, tree }) =>
    tree.kind === "breakdown" ? [{ label, breakdown: tree.breakdown }] : [],
  );
  return found.length === 2 ? [comparison(found)] : [];
}
