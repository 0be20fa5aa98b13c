import type { Explain, Expr } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  asScenario,
  describe,
  evaluate,
  type RecordValue,
  resultPath,
  type ScenarioValue,
  scenarioPart,
  textOf,
  type Value,
} from "../../dsl/evaluate/index.ts";
import type { Block, TreeNode } from "../../report/index.ts";
import { groupOf } from "../answers/groups.ts";
import { dataOf } from "../show/dataOf.ts";
import { blocks } from "../show/shown.ts";
import { askedUnit } from "../text/askedUnit.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { placeIn, type Run } from "../verbs/run.ts";

import type { Explained } from "./explained.ts";
import { explainedAgainst } from "./explainedAgainst.ts";
import { calledBy, explainedCall, explainedFunction, labelled, leavesOf } from "./explainedCall.ts";
import { explainedDraws } from "./explainedDraws.ts";
import { explainedField } from "./explainedField.ts";
import { explainedMeasured } from "./explainedMeasured.ts";
import {
  explainedModel,
  explainedPhases,
  explainedQueue,
  explainedResult,
  explainedStage,
} from "./explainedResult.ts";
import { explainedSolve } from "./explainedSolve.ts";

/**
 * Runs an `explain` statement: prints the derivation of a result, the origin of a field, or the parts of an expression.
 * With `against`, prints why a scenario or a result differs from another.
 */
export function runExplain(run: Run, statement: Explain): void {
  if (statement.against) {
    const found = explainedAgainst(run, statement.value, statement.against);
    if (found.kind === "poison") run.reportAll(found);
    else run.output("explain", statement.span.start, blocks(...found.blocks), found.data);
    return;
  }
  const value = evaluate(run.context, statement.value, run.scope, null);
  if (value.kind === "poison") {
    run.reportAll(value);
    return;
  }
  const trees: Block[] = [];
  const found = explain(run, statement.value, askedUnit(statement.value));
  if (Array.isArray(found)) trees.push(...found);
  else if ("kind" in found && found.kind === "poison") {
    run.reportAll(found);
    return;
  }
  if (trees.length === 0) {
    const what = {
      what: "`explain`",
      wanted: "a result such as `base.step_time`, or a field",
      found: describe(value),
    };
    run.report(diagnostic("wrong-kind", what, placeIn(run, statement.value)));
    return;
  }
  trees.push(...explainedDraws(value));
  run.output("explain", statement.span.start, blocks(...trees), { value: dataOf(value), tree: trees });
}

function explain(run: Run, expr: Expr, unit: string | undefined): Explained {
  const { context, scope } = run;
  switch (expr.kind) {
    case "paren":
      return explain(run, expr.inner, unit);
    case "as":
      return explain(run, expr.value, unit);
    case "name":
    case "member": {
      const names: string[] = [];
      let object: Expr = expr;
      while (object.kind === "member") {
        names.unshift(object.member.name);
        object = object.object;
      }
      while (object.kind === "paren") object = object.inner;
      const argument = object.kind === "name" ? scope.argument?.(object.name) : undefined;
      if (argument && names.length === 0)
        return explain({ ...run, scope: argument.scope }, argument.expr, unit);
      return ofPath(run, evaluate(context, object, scope, null), names, expr, unit);
    }
    default: {
      const value = evaluate(context, expr, scope, null);
      if (value.kind === "scenario") return ofPath(run, value, [], expr, unit);
      if (value.kind === "poison") return value;
      return [{ kind: "tree", root: computed(run, expr, value) }];
    }
  }
}

function ofPath(
  run: Run,
  object: Value,
  names: readonly string[],
  expr: Expr,
  unit: string | undefined,
): Explained {
  const { context } = run;
  const place = placeIn(run, expr);
  const group = asScenario(object);
  if (group && names[0] !== undefined && groupOf(group)?.has(names[0]))
    return group.parts.queue
      ? explainedQueue(context, group, names.join("."), place, unit)
      : explainedPhases(context, group, names.join("."), place, unit);
  if (object.kind === "scenario") {
    const [first] = names;
    if (first === undefined) {
      return [
        ...list(explainedResult(context, object, "step_time", place, unit)),
        ...list(explainedResult(context, object, "memory.peak", place, undefined)),
      ];
    }
    if (first === "model" || first === "cluster" || first === "plan" || first === "queue") {
      const part = scenarioPart(context, object, first);
      if (part.kind === "poison") return part;
      if (first === "model" && names.length === 2 && isModelOutput(part, names[1] ?? ""))
        return explainedModel(context, part, names[1] ?? "", unit);
      return explainedField(context, part, names.slice(1), names.join("."));
    }
    const path = names.join(".");
    return run.stage === undefined
      ? explainedResult(context, object, path, place, unit)
      : explainedStage(context, object, path, run.stage, place);
  }
  if (object.kind === "record") {
    if (names.length === 1 && isModelOutput(object, names[0] ?? ""))
      return explainedModel(context, object, names[0] ?? "", unit);
    return explainedField(context, object, names, [object.name, ...names].join("."));
  }
  const value = evaluate(context, expr, run.scope, null);
  if (value.kind === "poison") return value;
  const [name] = names;
  if (object.kind === "measured" && name !== undefined && names.length === 1) {
    const root = explainedMeasured(object, name, value);
    if (root) return [{ kind: "tree", root }];
  }
  if (value.kind === "table" && value.solved) return explainedSolve(run, value, value.solved, explainOn);
  if (value.kind === "function") return [{ kind: "tree", root: explainedFunction(value) }];
  // A result that is read through a table or a list, such as `best.scenario.step_time`.
  const result = value.kind === "result" ? value : value.kind === "quantity" ? value.result : undefined;
  if (result?.scenario) return explainedResult(context, result.scenario, result.path, place, unit);
  const own = definitionOf(run, expr);
  return [
    {
      kind: "tree",
      root: own ?? { text: `${textOf(expr, run.scope)} = ${textOfValue(value)}`, children: [] },
    },
  ];
}

/** Explanation of an expression in the scope of one scenario: of its result where it is one, otherwise of its parts. */
function explainOn(run: Run, scenario: ScenarioValue, expr: Expr): Explained {
  const path = resultPath(expr);
  return path === null || !run.context.outputs.has(path)
    ? explain(run, expr, askedUnit(expr))
    : explainedResult(run.context, scenario, path, placeIn(run, expr), undefined);
}

const list = (explained: Explained): readonly Block[] => ("kind" in explained ? [] : explained);

function isModelOutput(record: RecordValue, name: string): boolean {
  return record.type.what === "model" && (name === "params" || name === "active_params");
}

/** Explanation of a name defined by `let`, through the expression that defines it; null for other names. */
function definitionOf(run: Run, expr: Expr): TreeNode | null {
  if (expr.kind !== "name") return null;
  const statement = run.letOf(expr.name);
  if (!statement) return null;
  const value = evaluate(run.context, statement.expr, statement.scope, null);
  return computed({ ...run, scope: statement.scope }, statement.expr, value, expr.name);
}

/** Explanation of a computed expression: its value, with one entry for each path that it reads. */
function computed(run: Run, expr: Expr, value: Value, label?: string): TreeNode {
  const own = calledBy(run, expr);
  if (own && label === undefined)
    return explainedCall(run, own.call, own.called, value, (inside, one) =>
      explain(inside, one, askedUnit(one)),
    );
  const text = textOf(expr, run.scope);
  const children: TreeNode[] = [];
  for (const leaf of leavesOf(run, expr)) {
    const found = explain(run, leaf, askedUnit(leaf));
    if (!Array.isArray(found)) continue;
    for (const block of found as readonly Block[])
      if (block.kind === "tree") children.push(...labelled(textOf(leaf, run.scope), [block.root]));
  }
  const shown = textOfValue(value);
  if (label !== undefined)
    return { text: `${label} = ${shown}`, ...(text === shown ? {} : { formula: text }), children };
  return { text: text === shown ? text : `${text} = ${shown}`, children };
}
